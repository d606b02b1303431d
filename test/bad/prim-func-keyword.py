from tvm.script import tirx as T

@T.prim_func(privat=True)
def f(A: T.Buffer((16,), "float32")):
    A[0] = 1.0
# expected-error@3:21 {{T.prim_func has no parameter 'privat'; did you mean 'private'?}}
