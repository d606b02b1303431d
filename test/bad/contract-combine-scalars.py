from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.vectorcombine("float32x2", A[0], A[1]))
# expected-error@6:45 {{operand 1 of 'T.vectorcombine' must be a vector, but is float32}}
