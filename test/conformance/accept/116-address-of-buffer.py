# accept: the address of a whole buffer
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 8), "int32")):
    T.evaluate(T.call_extern("int32", "fill", T.address_of(A), 64))
