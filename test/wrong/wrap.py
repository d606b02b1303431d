# Neighbours on a ring of n elements, of any n; a store in the loop changes what the next ones load.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((40,), "int32"), B: T.Buffer((40,), "int32"), C: T.Buffer((40, 40), "int16"), D: T.Buffer((40, 40), "int16"), n: T.int32, m: T.int32, one: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = A[(i + 1) % n] * 3 - A[(i + n - 1) % n] + T.truncmod(i + 1, n)
        A[i] = B[i] % 100 + (i - 1) % n
    for i in range(one):
        B[39] = B[39] + A[(i + 1) % one] - (i - 1) % one + (i + 2) % one
    for i, j in T.grid(m, n):
        D[i, j] = C[(i + 1) % m, j] + C[(m + i - 1) % m, (j + 1) % n] - C[i, (j + n - 1) % n]
