# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i in range(4):
        T.preflattened_buffer(A, (256,))
        A[i, 0] = x
# expected-error@6:9 {{T.preflattened_buffer stands at the head of a function}}
