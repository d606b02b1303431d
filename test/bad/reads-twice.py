from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            T.reads(A[0, 0])
            T.reads(A[1, 0])
            T.writes(A[0, 0])
            T.writes(A[0, 1])
            A[0, 0] = x
# expected-error@8:13 {{T.reads stands twice in a block}}
# expected-error@10:13 {{T.writes stands twice in a block}}
