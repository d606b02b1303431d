# one name for all loops of a grid
# args: arg0 A buffer int32 4x8; arg1 B buffer int32 4x8
# tolerance: exact
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "int32"), B: T.Buffer((4, 8), "int32")):
    for at in T.grid(4, 8):
        with T.sblock("b"):
            i, j = T.axis.remap("SS", at)
            B[i, j] = A[i, 7 - j] + i
    for at in T.grid(4, 8):
        B[at] = B[at] * at[1]
