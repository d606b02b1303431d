# args: n=16
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), n: T.int32):
    B[0] = A[n]
