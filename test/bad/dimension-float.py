from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((1.5,), "float32")):
    A[0] = 1.0
# expected-error@4:20 {{expected an integer, not a float}}
