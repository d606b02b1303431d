from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((2, 1, 3, 2, 33), "int16"), B: T.Buffer((2, 1, 3, 2, 33), "int16"), Z: T.Buffer((), "int16"), C: T.Buffer((2, 1, 3, 2), "int16"), D: T.Buffer((2, 1, 3, 2, 33), "int16"), E: T.Buffer((33, 2, 3, 1, 2), "int16")):
    for i0 in range(2):
        for i1 in range(1):
            for i2 in range(3):
                for i3 in range(2):
                    for i4 in range(33):
                        B[i0, i1, i2, i3, i4] = ((A[i0, i1, i2, i3, i4] * T.Cast("int16", 3)) + A[i0, i1, i2, i3, i4])
    for i0 in range(2):
        for i1 in range(1):
            for i2 in range(3):
                for i3 in range(2):
                    C[i0, i1, i2, i3] = T.Cast("int16", 0)
                    for i4 in range(33):
                        C[i0, i1, i2, i3] = (C[i0, i1, i2, i3] + A[i0, i1, i2, i3, i4])
    for i0 in range(2):
        for i1 in range(1):
            for i2 in range(3):
                for i3 in range(2):
                    for i4 in range(33):
                        D[i0, i1, i2, i3, i4] = T.if_then_else(i4 > 0, A[i0, i1, i2, i3, i4 - 1], A[i0, i1, i2, i3, i4])
    for i0 in range(2):
        for i1 in range(1):
            for i2 in range(3):
                for i3 in range(2):
                    for i4 in range(31):
                        B[i0, i1, i2, i3, i4 + 0] = (((A[i0, i1, i2, i3, i4 + 0] * A[i0, i1, i2, i3, i4 + 1]) + A[i0, i1, i2, i3, i4 + 2]) + B[i0, i1, i2, i3, i4 + 0])
    for i0 in range(2):
        for i1 in range(1):
            for i2 in range(3):
                for i3 in range(2):
                    for i4 in range(33):
                        E[i4, i3, i2, i1, i0] = (A[i0, i1, i2, i3, i4] + D[i0, i1, i2, i3, i4])
    for k in range(40):
        Z[()] = A[0, 0, 0, 0, 0]
    for k in range(40):
        Z[()] = (Z[()] + A[0, 0, 0, 0, 0])
    for i0 in range(2):
        for i1 in range(1):
            for i2 in range(3):
                for i3 in range(2):
                    for i4 in range(33):
                        Z[()] = ((Z[()] * T.Cast("int16", 0)) + A[i0, i1, i2, i3, i4])
    for i0 in range(2):
        for i1 in range(1):
            for i2 in range(3):
                for i3 in range(2):
                    for i4 in range(33):
                        B[i0, i1, i2, i3, i4] = (B[i0, i1, i2, i3, i4] + Z[()])
