# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    y = T.var("int32")
    with T.let(y):
        A[0, 0] = x
# expected-error@6:10 {{T.let needs argument 'value'}}
