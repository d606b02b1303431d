from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            vi = T.axis.spatial(16, i)
            A[vi, j] = x
# expected-error@8:19 {{loop variable 'j' is used in a block with axes}}
# expected-note@5:12 {{the loop is outside of the block}}
