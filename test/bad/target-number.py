from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    T.func_attr({"target": T.target("hexagon", host=68)})
    A[0] = 0.0
# expected-error@5:53 {{a host is a string or a dictionary, not an integer}}
