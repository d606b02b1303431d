# args: n=15
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    A[T.Ramp(0, n, 4)] = T.Broadcast(1, 4)
