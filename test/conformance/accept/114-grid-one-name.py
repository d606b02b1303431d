# accept: name the tuple of all variables of a T.grid
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "int32"), B: T.Buffer((4, 8), "int32")):
    for at in T.grid(4, 8):
        with T.sblock("b"):
            i, j = T.axis.remap("SS", at)
            T.reads()
            T.writes(A[i, j])
            A[i, j] = i * j
    for at in T.grid(4, 8):
        B[at] = A[at[0], at[1]]
