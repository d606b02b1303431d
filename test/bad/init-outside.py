from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    with T.init():
        A[0, 0] = x
# expected-error@5:10 {{T.init must stand at the head of a block}}
