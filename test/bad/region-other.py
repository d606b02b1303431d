from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            T.reads(n)
            T.writes(n[0:4])
            A[0, 0] = x
# expected-error@7:21 {{expected a region of a buffer, not an expression}}
# expected-error@8:22 {{expected a region of a buffer, not an expression}}
