# RUN: %tirc --emit=tir --after=legalize --legalize=all %s | FileCheck %s
# More elements than 32 bits count: so wide is the index.
from tvm.script import tirx as T

# CHECK: A_1[T.Cast("int64", n) * T.int64(65537)] = T.int8(1)
@T.prim_func
def main(A: T.Buffer((65536, 65536), "int8"), n: T.int32):
    A[n, n] = T.int8(1)
