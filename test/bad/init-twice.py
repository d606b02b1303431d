from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                A[vi, 0] = x
            with T.init():
                A[vi, 0] = x
            A[vi, 0] = x
# expected-error@10:18 {{T.init stands twice in a block}}
