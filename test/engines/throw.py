# args: n=3
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    if n < 4:
        T.evaluate(T.tvm_throw_last_error())
    A[0] = n
