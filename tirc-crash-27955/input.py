from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((3, 2, 33), "uint8"), B: T.Buffer((3, 2, 33), "uint8"), Z: T.Buffer((), "uint8"), C: T.Buffer((3, 2), "uint8"), D: T.Buffer((3, 2, 33), "uint8"), E: T.Buffer((33, 2, 3), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i0 in range(3):
        for i1 in range(2):
            for i2 in range(33):
                B[i0, i1, i2] = ((A[i0, i1, i2] * T.Cast("uint8", 3)) + A[i0, i1, i2])
    for i0 in range(3):
        for i1 in range(2):
            C[i0, i1] = T.Cast("uint8", 0)
            for i2 in range(33):
                C[i0, i1] = (C[i0, i1] + A[i0, i1, i2])
    for i0 in range(3):
        for i1 in range(2):
            for i2 in range(33):
                D[i0, i1, i2] = T.if_then_else(i2 > 0, A[i0, i1, i2 - 1], A[i0, i1, i2])
    for i0 in range(3):
        for i1 in range(2):
            for i2 in range(31):
                B[i0, i1, i2 + 0] = (((A[i0, i1, i2 + 0] * A[i0, i1, i2 + 1]) + A[i0, i1, i2 + 2]) + B[i0, i1, i2 + 0])
    for i0 in range(3):
        for i1 in range(2):
            for i2 in range(33):
                E[i2, i1, i0] = (A[i0, i1, i2] + D[i0, i1, i2])
    for k in range(40):
        Z[()] = A[0, 0, 0]
    for k in range(40):
        Z[()] = (Z[()] + A[0, 0, 0])
    for i0 in range(3):
        for i1 in range(2):
            for i2 in range(33):
                Z[()] = ((Z[()] * T.Cast("uint8", 0)) + A[i0, i1, i2])
    for i0 in range(3):
        for i1 in range(2):
            for i2 in range(33):
                B[i0, i1, i2] = (B[i0, i1, i2] + Z[()])
