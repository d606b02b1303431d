from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            T.sblock_attr([1, 2])
            A[0, 0] = x
# expected-error@7:27 {{T.sblock_attr takes a dictionary}}
