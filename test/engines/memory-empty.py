# args: n=-1
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    W = T.alloc_buffer((n,), "int32")
    A[0] = W[0]
