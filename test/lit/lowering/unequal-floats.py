# != of floats is false of NaN, as in TVM; LLVM 19 made "not equal" of it, which is true.
# RUN: rm -rf %t.d && mkdir %t.d && %python -c "import numpy; numpy.save('%t.d/A.npy', numpy.array([numpy.nan, 1, 2, 2], 'f4'))"
# RUN: %tirc --run=interp --save=%t.d/interp %s A=@%t.d/A.npy && %python -c "import numpy; print(numpy.load('%t.d/interp/B.npy'))" | FileCheck %s
# RUN: %tirc --run=hexagon -O0 --save=%t.d/0 %s A=@%t.d/A.npy && %python -c "import numpy; print(numpy.load('%t.d/0/B.npy'))" | FileCheck %s
# RUN: %tirc --run=hexagon -O2 --save=%t.d/2 %s A=@%t.d/A.npy && %python -c "import numpy; print(numpy.load('%t.d/2/B.npy'))" | FileCheck %s
# CHECK: [0 1 0 0 5 7 5 0]
from tvm.script import tirx as T


@T.prim_func
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((8,), "int32")):
    B[0] = T.Cast("int32", A[0] != A[1])
    B[1] = T.Cast("int32", A[1] != A[2])
    B[2] = T.Cast("int32", A[2] != A[3])
    B[3] = T.Cast("int32", T.Cast("float64", A[0]) != T.Cast("float64", A[1]))
    if A[1] != A[2]:
        B[4] = 5
    if not (A[0] != A[3]):
        B[5] = 7
    if T.Cast("float16", A[1]) != T.Cast("float16", A[2]):
        B[6] = 5
    if T.Cast("float16", A[0]) != T.Cast("float16", A[2]):
        B[7] = 5
