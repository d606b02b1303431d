from tvm.script import tirx as T

def f(A: T.Buffer((16,), "float32")):
    A[0] = 1.0
# expected-error@3:1 {{function 'f' must be decorated with @T.prim_func}}
