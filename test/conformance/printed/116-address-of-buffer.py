# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 8), "int32")):
    T.call_extern("int32", "fill", T.address_of(A[0, 0]), 64)
