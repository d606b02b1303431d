# args: n=2147483647
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    A[0] = n + 1
    A[1] = n * 3
    A[2] = T.Select(n + 1 > n, 1, 2)
