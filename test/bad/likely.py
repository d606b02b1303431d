from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    B[0] = T.if_then_else(T.likely(i), 1, 0)
# expected-error@6:36 {{operand 1 of 'T.likely' must be a bool, but is int32}}
