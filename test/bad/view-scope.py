from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            V = T.match_buffer(A[0:4, 0:4], (4, 4), scope="local")
            A[0, 0] = x
# expected-error@7:17 {{a view in "local" of a buffer in "global"}}
