# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    C = T.alloc_buffer((4,))
    T.preflattened_buffer(C, (4,))
    T.preflattened_buffer(n, (4,))
    for i in range(4):
        A[i, 0] = x
# expected-error@6:5 {{T.preflattened_buffer takes a parameter}}
# expected-error@7:5 {{T.preflattened_buffer takes a parameter}}
