from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    B[0:4] = T.q_multiply_shift(B[0:4], 3, B[0:2], 1)
# expected-error@6:44 {{operand 3 of 'T.q_multiply_shift' must be a scalar or of the 4 lanes of the result, but is int32x2}}
