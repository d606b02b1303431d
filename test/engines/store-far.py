# args: n=100000000
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    A[n] = 1
