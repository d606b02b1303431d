from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.reinterpret("handle", x))
# expected-error@6:40 {{operand 1 of 'T.reinterpret' must be of as many bits as the result, handle, but is float32}}
