# options: -c -o -
from tvm.script import tirx as T

@T.prim_func(private=True)
def f(A: T.Buffer((4,), "int32")):  # expected-error {{'f' is private, as all functions here are, so that none is exported; --rename=f=f exports it}}
    A[0] = 1
