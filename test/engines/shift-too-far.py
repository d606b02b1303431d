# args: n=40
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    A[0] = T.shift_left(1, n)
    A[1] = T.shift_right(-5, n)
    A[2] = T.shift_right(5, n)
