from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    vi = T.axis.spatial(16, n)
    A[vi, 0] = x
# expected-error@5:29 {{an axis must stand at the head of a block}}
