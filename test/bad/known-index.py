from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    A[0] = T.exp[3]
# expected-error@6:12 {{T.exp[...] is not TVMScript}}
