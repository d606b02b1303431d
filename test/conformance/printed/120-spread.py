# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "int32")):
    for at_0, at_1 in T.grid(4, 8):
        A[at_0, at_1] = at_0
