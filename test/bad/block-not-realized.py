from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    with T.sblock("b", no_realize=True):
        A[0, 0] = x
# expected-error@5:35 {{a block that is not realized is not supported}}
