from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    if i > 0:
        n = n + 1
        B[n] = 1
# expected-warning@7:9 {{'n' is a new variable of this block, not the one outside}}
