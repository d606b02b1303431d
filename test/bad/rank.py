from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    A[0, 1] = x
# expected-error@6:5 {{'A' has 1 dimension but is indexed with 2}}
# expected-note@4:7 {{declared here}}
