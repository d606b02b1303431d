# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(A: T.Buffer((4, 4), "int32"), B: T.Buffer((16,), "int32"), p: T.handle, n: T.int32):
    m: T.let = n + 1
    P = T.match_buffer(p, (m,), "int32")
    W = T.sblock_alloc_buffer((m,), "int32")
    for k in range(4):
        with T.sblock("a"):
            x: T.let = n + 1
            T.reads(B[x])
            B[x] = 0
        with T.sblock("b"):
            D = T.alloc_buffer((4,), "int32")
            T.writes(D[0:4])
            S = T.match_buffer(D[0:4], (4,), "int32")
            D[0] = 0
        with T.sblock("c"):
            x: T.int32 = 1
            C = T.sblock_alloc_buffer((x,), "int32")
            B[k] = x
        with T.sblock("d"):
            x: T.int32 = 1
            y: T.let = n + 1
            with T.init():
                x = y
                for q in range(4):
                    with T.sblock("e"):
                        vq = T.axis.spatial(4, q)
                        z: T.let = vq + 1
                        B[vq] = z
            B[k] = x
# expected-error@7:28 {{'m' is defined by the body, which comes after this}}
# expected-note@6:5 {{defined here}}
# expected-error@8:32 {{'m' is defined by the body, which comes after this}}
# expected-note@6:5 {{defined here}}
# expected-error@12:23 {{'x' is defined by the body, which comes after this}}
# expected-note@11:13 {{defined here}}
# expected-error@16:22 {{'D' is defined by the body, which comes after this}}
# expected-note@15:13 {{defined here}}
# expected-error@17:32 {{'D' is defined by the body, which comes after this}}
# expected-note@15:13 {{defined here}}
# expected-error@21:40 {{'x' is defined by the body, which comes after this}}
# expected-note@20:13 {{defined here}}
# expected-error@27:21 {{'y' is defined by the body, which comes after this}}
# expected-note@25:13 {{defined here}}
