from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            vi = T.axis.spatial(x, i)
            vj = T.axis.spatial((x, 16), i)
            A[vi, vj] = x
# expected-error@7:33 {{the domain of an axis must be integers}}
# expected-error@8:33 {{the domain of an axis must be integers}}
