from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer(("m",), "float32")):
    m = T.int64()
    A[0] = 1.0
