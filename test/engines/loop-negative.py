# args: n=-3
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    for i in range(n):
        A[i] = 1
    A[0] = 5
