# args: n=0
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    A[0] = 7 % n
