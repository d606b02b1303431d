# Sums that stand twice: one store between changes what both read, another one what the first sum left.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((20, 24), "int16", align=128), P: T.Buffer((5, 20), "int16", align=128)):
    T.func_attr({"tirx.noalias": True})
    S = T.alloc_buffer((20,), "int16")
    for i in range(20):
        S[i] = T.int16(3)
        for j in range(24):
            S[i] = S[i] + A[i, j]
    for i in range(20):
        P[0, i] = T.int16(3)
        for j in range(24):
            P[0, i] = P[0, i] + A[i, j]
    A[7, 5] = A[7, 5] + T.int16(1)
    for i in range(20):
        P[1, i] = T.int16(3)
        for j in range(24):
            P[1, i] = P[1, i] + A[i, j]
    S[4] = T.int16(11)
    for i in range(20):
        P[2, i] = S[i]
    for i in range(20):
        S[i] = T.int16(3)
        for j in range(24):
            S[i] = S[i] + A[i, j]
    for i in range(20):
        P[3, i] = S[i]
    for i in range(20):
        S[i] = T.int16(3)
        for j in range(24):
            S[i] = S[i] + A[i, j]
    for i in range(20):
        P[4, i] = S[i] + P[3, i]
