from tvm.script import tirx as T

@R.function
def f(A: T.Buffer((16,), "float32")):
    A[0] = 1.0
# expected-error@3:2 {{functions of this kind are not supported, only @T.prim_func}}
