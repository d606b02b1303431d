# args: 
from tvm.script import tirx as T


@T.prim_func
def main(F: T.Buffer((8,), "float32")):
    F[0] = T.float32(1) / F[1]
    F[2] = T.float32(-1) / F[1]
