from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    A[16] = x
# expected-warning@6:7 {{index 16 lies outside of dimension 0 of 'A', which is 16}}
# expected-note@4:7 {{declared here}}
