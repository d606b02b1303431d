from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), None)):
    A[0] = 1
# expected-error@4:25 {{expected a type, not None}}
