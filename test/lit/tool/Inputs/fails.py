from tvm.script import tirx as T

@T.prim_func
def fails(A: T.Buffer((8,), "int32"), n: T.int32):
    for i in range(n):
        A[i] = 1
    assert n < 9, "n is too large"
