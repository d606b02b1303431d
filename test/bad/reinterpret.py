from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    A[0] = T.reinterpret("float32", T.int64(3))
# expected-error@6:37 {{operand 1 of 'T.reinterpret' must be of as many bits as the result, float32, but is int64}}
