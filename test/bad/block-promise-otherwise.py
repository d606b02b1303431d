# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(B: T.Buffer((16,), "int32")):
    for k in range(4):
        with T.sblock("a"):
            D = T.Buffer((4,), "int32")
            T.reads(D[0:4])
            D = T.sblock_alloc_buffer((4, 4), "int32")
            B[k] = D[0, 0]
        with T.sblock("b"):
            D = T.Buffer((4,), "int32")
            T.reads(D[0:4])
            D = T.sblock_alloc_buffer((4,), "float32")
            B[k] = 1
# expected-error@10:13 {{'D' is declared otherwise above}}
# expected-note@8:13 {{declared here}}
# expected-error@11:20 {{'D' has 1 dimension but is indexed with 2}}
# expected-note@8:13 {{declared here}}
# expected-error@15:13 {{'D' is declared otherwise above}}
# expected-note@13:13 {{declared here}}
