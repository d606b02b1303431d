# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "int32"), B: T.Buffer((4, 8), "int32")):
    # with T.sblock("root"):
    for at_0, at_1 in T.grid(4, 8):
        with T.sblock("b"):
            i, j = T.axis.remap("SS", [at_0, at_1])
            T.reads()
            T.writes(A[i, j])
            A[i, j] = i * j
    for at_0, at_1 in T.grid(4, 8):
        B[at_0, at_1] = A[at_0, at_1]
