from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((4,), "int32")):
    for i in range(4):
        with T.sblock("b"):
            v = T.axis.spatial(4, i)
            A[v] = 1
