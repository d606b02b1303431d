# args: n=3
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), n: T.int32):
    B[n : n + 8] = A[n + 1 : n + 9] + A[n + 2 : n + 10]
