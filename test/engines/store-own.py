# args: n=8
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    W = T.alloc_buffer((8,), "int32")
    W[n] = 1
    A[0] = W[0]
