# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "uint8"), B: T.Buffer((4, 8), "uint8"), C: T.Buffer((4,), "uint8"), D: T.Buffer((4,), "int32")):
    C[0:4] = A[T.Ramp(4, 1, 4)] + B[1, T.Ramp(2, 1, 4)]
    D[0] = T.reinterpret("int32", A[T.Ramp(0, 1, 4)])
