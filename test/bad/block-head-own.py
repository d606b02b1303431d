# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(A: T.Buffer((4, 4), "int32"), B: T.Buffer((16,), "int32")):
    for k in range(4):
        with T.sblock("a"):
            vi = T.axis.spatial(4, k)
            vj = T.axis.spatial(4, vi)
            B[vj] = 0
        with T.sblock("b"):
            vi = T.axis.spatial(4, k)
            T.where(vi < 3)
            B[vi] = 0
        with T.sblock("c"):
            vi = T.axis.spatial(4, k)
            vj = T.axis.spatial((vi, 4), k)
            B[vi + vj] = 0
        with T.sblock("d"):
            C = T.sblock_alloc_buffer((4,), "int32")
            T.where(C[0] > 0)
            B[k] = 0
        with T.sblock("e"):
            S = T.match_buffer(A[k, 0:4], (4,), "int32")
            T.where(S[0] > 0)
            T.reads(S[0])
            B[k] = 0
        with T.sblock("f"):
            vi = T.axis.spatial(4, k)
            for q in range(4):
                with T.sblock("g"):
                    vj = T.axis.spatial(4, vi + q)
                    T.where(vi < 3)
                    B[vj] = 0
        with T.sblock("h"):
            T.reads(B[k])
            vi = T.axis.spatial(4, k)
            B[vi] = 0
# expected-error@9:36 {{'vi' is defined in this block: its axes and T.where cannot use it}}
# expected-note@8:13 {{defined here}}
# expected-error@13:21 {{'vi' is defined in this block: its axes and T.where cannot use it}}
# expected-note@12:13 {{defined here}}
# expected-error@17:34 {{'vi' is defined in this block: its axes and T.where cannot use it}}
# expected-note@16:13 {{defined here}}
# expected-error@21:21 {{'C' is defined in this block: its axes and T.where cannot use it}}
# expected-note@20:13 {{defined here}}
# expected-error@25:21 {{'S' is defined in this block: its axes and T.where cannot use it}}
# expected-note@24:13 {{defined here}}
# expected-error@26:21 {{'S' is a view: T.reads and T.writes take 'A' itself}}
# expected-error@36:23 {{loop variable 'k' is used in a block with axes}}
# expected-note@6:9 {{the loop is outside of the block}}
