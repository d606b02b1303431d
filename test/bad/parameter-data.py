from tvm.script import tirx as T

@T.prim_func
def f(p: T.handle, A: T.Buffer((16,), "float32", data=p)):
    A[0] = 1.0
# expected-error@4:55 {{data= of a parameter is not supported}}
