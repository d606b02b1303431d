# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(A: T.Buffer((4, 4), "int32"), b: T.bool):
    for k in range(4):
        with T.sblock("a"):
            vk = T.axis.spatial(4, k)
            T.reads(A[T.bool(True), vk])
            T.writes(A[b, vk])
            A[b, vk] = A[T.bool(True), vk]
        with T.sblock("b"):
            vk = T.axis.spatial(4, k)
            A[b, vk] = 1
# expected-error@9:23 {{an index must be an integer}}
# expected-error@10:24 {{an index must be an integer}}
