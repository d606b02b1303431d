# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    T.preflattened_buffer(A, (256,))
    T.preflattened_buffer(A, (256,))
    A[0, 0] = x
# expected-error@6:5 {{T.preflattened_buffer takes a parameter}}
