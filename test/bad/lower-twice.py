# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    T.func_attr({"global_symbol": "same one"})
    A[0] = 1.0

@T.prim_func
def g(A: T.Buffer((16,), "float32")):
    T.func_attr({"global_symbol": "same one"})
    A[0] = 1.0
