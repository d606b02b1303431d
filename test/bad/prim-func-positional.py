from tvm.script import tirx as T

@T.prim_func(3)
def f(A: T.Buffer((16,), "float32")):
    A[0] = 1.0
# expected-error@3:2 {{T.prim_func takes keywords with constants}}
