# from tvm.script import tir as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    C = T.allocate_const(1, "int32", [4])
    A[0, 0] = x
# expected-error@5:26 {{the data of T.allocate_const must be a list}}
