from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            T.reads(A[T.Broadcast(n, 4), 0])
            A[0, 0] = x
# expected-error@7:23 {{a region is no vector}}
