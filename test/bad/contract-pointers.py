from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.evaluate(T.undef("handlex4"))
# expected-error@6:16 {{the result of 'T.undef' must be a scalar, but is handlex4}}
