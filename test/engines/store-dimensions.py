# args: n=4
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((4, 4), "int32"), n: T.int32):
    A[1, n] = 1
    A[3, n] = 1
