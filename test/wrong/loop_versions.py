# Loops that store to what their quotients load, in some iteration, and loops that do not.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "int32", align=128), n: T.int32, k: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        A[i + k] = A[3] // T.max(A[2], 1) + i
    for i in range(n):
        A[i + k + 7] = A[109] // T.max(A[5], 1) + i
    for i in range(n):
        A[300 - i] = A[201] % T.max(A[k], 1) + i
    for i in range(n):
        A[300 - i] = A[200] % T.max(A[k], 1) + i
