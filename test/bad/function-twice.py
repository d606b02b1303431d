from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = 1.0

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = 2.0
# expected-error@8:5 {{function 'f' is defined twice}}
# expected-note@4:1 {{first defined here}}
