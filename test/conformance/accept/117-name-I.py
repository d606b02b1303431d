# accept: a parameter named as the module prefix
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "int32"), I: T.Buffer((8,), "int32")):
    for i in range(8):
        A[i] = I[i]
