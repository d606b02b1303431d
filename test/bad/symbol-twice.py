from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    T.func_attr({"global_symbol": "a.b"})
    A[0] = 1.0

@T.prim_func
def g(A: T.Buffer((16,), "float32")):
    T.func_attr({"global_symbol": "a.b"})
    A[0] = 1.0
# expected-error@9:5 {{two functions are exported as 'a.b'}}
# expected-note@4:1 {{the first one is here}}
