from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    with T.sblock("b"):
        A[0, 0] = x
# expected-error@4:1 {{a function with blocks needs @T.prim_func(s_tir=True)}}
