# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    C = T.allocate([4], "float32", "global", n < 4)
    A[0, 0] = x
# expected-error@5:46 {{an allocation under a condition is not supported}}
