from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            vi = T.axis.spatial((0, 4, 8), i)
            A[vi, 0] = x
# expected-error@7:33 {{the domain of an axis is an extent or a pair}}
