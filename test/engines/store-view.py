# args: n=12
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    V = T.decl_buffer((4,), "int32", data=A.data, elem_offset=4)
    V[n] = 1
