from tvm.script import tirx as T

@T.prim_func(private="yes")
def f(A: T.Buffer((16,), "float32")):
    A[0] = 1.0
# expected-error@3:22 {{T.prim_func takes keywords that are True or False}}
