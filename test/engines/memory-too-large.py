# args: n=2000000000
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    W = T.alloc_buffer((n, n), "int32")
    for i in range(16):
        W[i, i] = A[i]
    for i in range(16):
        A[i] = W[i, 15 - i]
