# 64 bits to bfloat16 are rounded once, not by way of a float.
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((4,), "float64"), C: T.Buffer((4,), "float32")):
    for i in range(4):
        C[i] = T.Cast("float32", T.Cast("bfloat16", A[i]))
