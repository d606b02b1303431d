# args: F=@floats.npy
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "uint8"), F: T.Buffer((8,), "float32")):
    for i in range(8):
        A[i] = T.Cast("int32", F[i])
        B[i] = T.Cast("uint8", F[i])
