from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            vi = T.axis.spacial(16, i)
            A[vi, 0] = x
# expected-error@7:18 {{T.axis has no 'spacial'; did you mean 'spatial'?}}
