# accept: *sequence in calls, indices and tuples
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "int32")):
    for at in T.grid(*A.shape):
        A[*at] = at[0]
