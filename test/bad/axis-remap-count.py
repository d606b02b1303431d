from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i, j in T.grid(16, 16):
        with T.sblock("b"):
            vi, vj = T.axis.remap("SSR", [i, j])
            A[vi, vj] = x
# expected-error@7:22 {{T.axis.remap has 3 kinds and 2 variables for 2 names}}
