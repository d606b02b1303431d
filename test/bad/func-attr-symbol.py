from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    T.func_attr({"tirx.noalias": True, "global_symbol": 3})
    A[0] = 1
# expected-error@5:57 {{the global_symbol of a function is a string}}
