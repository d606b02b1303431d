# args: n=3
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    assert n > 3, ("ValueError", ["n", " is too small"])
    A[0] = n
