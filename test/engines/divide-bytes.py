# args: n=-1
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int8"), n: T.int8):
    A[0] = T.truncdiv(A[0] + T.int8(-128), n)
