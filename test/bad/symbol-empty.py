from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    T.func_attr({"global_symbol": ""})
    A[0] = 1.0
# expected-error@4:5 {{a function cannot have an empty name}}
