from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.call_packed("g", B[0:4]))
# expected-error@6:35 {{operand 2 of 'T.call_packed' must be a scalar, but is int32x4}}
