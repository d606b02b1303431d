from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((5, 67), "int32"), B: T.Buffer((5, 67), "int32"), Z: T.Buffer((), "int32"), C: T.Buffer((5,), "int32"), D: T.Buffer((5, 67), "int32"), E: T.Buffer((67, 5), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i0 in range(5):
        for i1 in range(67):
            B[i0, i1] = ((A[i0, i1] * T.Cast("int32", 3)) + A[i0, i1])
    for i0 in range(5):
        C[i0] = T.Cast("int32", 0)
        for i1 in range(67):
            C[i0] = (C[i0] + A[i0, i1])
    for i0 in range(5):
        for i1 in range(67):
            D[i0, i1] = T.if_then_else(i1 > 0, A[i0, i1 - 1], A[i0, i1])
    for i0 in range(5):
        for i1 in range(65):
            B[i0, i1 + 0] = (((A[i0, i1 + 0] * A[i0, i1 + 1]) + A[i0, i1 + 2]) + B[i0, i1 + 0])
    for i0 in range(5):
        for i1 in range(67):
            E[i1, i0] = (A[i0, i1] + D[i0, i1])
    for k in range(40):
        Z[()] = A[0, 0]
    for k in range(40):
        Z[()] = (Z[()] + A[0, 0])
    for i0 in range(5):
        for i1 in range(67):
            Z[()] = ((Z[()] * T.Cast("int32", 0)) + A[i0, i1])
    for i0 in range(5):
        for i1 in range(67):
            B[i0, i1] = (B[i0, i1] + Z[()])
