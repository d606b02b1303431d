from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer(("x",), "float32"), x: T.float32):
    A[0] = 1.0
# expected-error@4:21 {{'x' is no integer}}
