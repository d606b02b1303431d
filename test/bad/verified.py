# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(B: T.Buffer((16,), "int32")):
    for k in range(4):
        with T.sblock("a"):
            D = T.Buffer((4,), "int32")
            T.reads(D[0:4])
            E = T.sblock_alloc_buffer((D[0],), "int32")
            D = T.sblock_alloc_buffer((4,), "int32")
            B[k] = D[0] + E[0]
# expected-error@7:9 {{a buffer is used where it is not declared: 'D'}}
