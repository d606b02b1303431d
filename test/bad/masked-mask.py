from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    A[0:4] = T.masked_load("float32x4", A, T.Ramp(0, 1, 4), x)
# expected-error@6:61 {{the mask has type float32, not bool of 4 lanes}}
