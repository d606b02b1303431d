# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 64), "float32"), B: T.Buffer((64, 4), "int32")):
    for i, j in T.grid(4, 64):
        A[i, j] = A[i, j] * T.float32(0.5)
