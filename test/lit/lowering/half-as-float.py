# LLVM 19 ended with an error where it froze a half, as instruction selection does for the second comparison.
# RUN: %tirc --target=hexagon -O1 --passes=verify -c -o %t.o %s
# RUN: %tirc --run=hexagon -O1 --passes=verify --save=%t.d %s i=1 j=2
# RUN: %python -c "import numpy; print(numpy.load('%t.d/B.npy'))" | FileCheck %s
# CHECK: [1 1]
from tvm.script import tirx as T


@T.prim_func
def f(A: T.Buffer((8,), "float16"), B: T.Buffer((2,), "int32"), i: T.int32, j: T.int32):
    B[0] = T.Cast("int32", A[i] >= T.float16(0) and A[j] <= T.float16(0))
    B[1] = T.Cast("int32", A[i] > T.float16(0) or A[j] <= T.float16(1))
