from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "int32", scope=None)):
    A[0] = 1
# expected-error@4:40 {{scope must be a string, not None}}
