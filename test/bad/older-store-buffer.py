# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    T.store(A.data, 0, x, True)
    T.store(n, 0, x, True)
# expected-error@5:13 {{expected the pointer of a buffer of one dimension}}
# expected-error@6:13 {{expected the pointer of a buffer of one dimension}}
