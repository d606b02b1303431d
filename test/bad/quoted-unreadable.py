from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer(("m " "*",), "float32")):
    A[0] = 1.0
# expected-error@4:20 {{the quoted expression cannot be read}}
