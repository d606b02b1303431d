from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.large_uint_imm(i, 1))
# expected-error@6:33 {{operand 1 of 'T.large_uint_imm' must be a constant, but is int32}}
