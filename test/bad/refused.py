from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    A[0, 0] = T.realize(A[0, 0])
# expected-error@5:15 {{T.realize is not supported: it is the spelling of an older TVM}}
