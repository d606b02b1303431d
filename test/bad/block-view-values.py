# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(A: T.Buffer((4, 4), "int32"), B: T.Buffer((16,), "int32")):
    x = T.int32()
    y = T.int32()
    z = T.int32()
    for k in range(4):
        with T.sblock("a"):
            S = T.match_buffer(A[0:4, 0:4], (4, 4), "int32", strides=(x, 1))
            S[0, 0] = x
        with T.sblock("b"):
            S = T.match_buffer(A[0:4, 0:4], (4, 4), "int32", strides=(y * 2, 1))
            S[0, 0] = 1
        with T.sblock("c"):
            S = T.match_buffer(A[0:4, 0:4], (4, 4), "int32", strides=(x, 1))
            S[0, 0] = 1
    B[0] = x
    B[1] = T.Let(z, where={z: 1})
    for k in range(4):
        with T.sblock("d"):
            S = T.match_buffer(A[0:4, 0:4], (4, 4), "int32", strides=(z, 1))
            S[0, 0] = 1
    B[2] = T.Let(T.call_extern("void", "g"), where={y: 1})
# expected-error@14:71 {{'y' has no value here: only a whole extent, stride or offset is given one}}
# expected-error@17:71 {{'x' has no value here: the block that gave it one has ended}}
# expected-note@6:5 {{defined here}}
# expected-error@19:12 {{'x' has no value here: the block that gave it one has ended}}
# expected-note@6:5 {{defined here}}
# expected-error@23:71 {{'z' is given a value twice}}
# expected-error@25:18 {{this has no value}}
