from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    with T.sblock(1):
        A[0, 0] = x
# expected-error@5:19 {{the name of a block must be a string, not an integer}}
