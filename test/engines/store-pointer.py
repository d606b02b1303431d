# args: p=@zeros.npy n=16
from tvm.script import tirx as T


@T.prim_func
def main(p: T.handle("int32"), n: T.int32):
    A = T.decl_buffer((16,), "int32", data=p)
    A[n] = 1
