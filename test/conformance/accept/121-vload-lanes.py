# accept: A.vload of more lanes than an element has
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "uint8"), B: T.Buffer((4, 8), "uint8"), C: T.Buffer((4,), "uint8"), D: T.Buffer((4,), "int32")):
    C[0:4] = A.vload([4], "uint8x4") + B.vload([1, 2], dtype="uint8x4")
    D[0] = T.reinterpret(A.vload([0], "uint8x4"), dtype="int32")
