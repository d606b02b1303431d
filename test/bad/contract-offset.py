from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.handle_add_byte_offset(A.data, B[0:4]))
# expected-error@6:49 {{operand 2 of 'T.handle_add_byte_offset' must be a scalar, but is int32x4}}
