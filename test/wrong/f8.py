# Floats of 8 bits: ends of the range, ties, subnormals.
from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((13,), "float32"), C: T.Buffer((13,), "float32"), D: T.Buffer((13,), "float32")):
    for i in range(13):
        C[i] = T.Cast("float32", T.Cast("float8_e4m3fn", A[i]))
        D[i] = T.Cast("float32", T.Cast("float8_e5m2", A[i]))
