from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            C = T.Buffer((4,))
            T.reads(C[0])
            T.writes(A[0, 0])
            A[0, 0] = x
# expected-error@7:13 {{'C' is not allocated in its block}}
