# What one operation on halves gives the next is rounded to a half; LLVM 19 forgets that on Hexagon.
# RUN: rm -rf %t.d && mkdir %t.d && %python -c "import numpy; numpy.save('%t.d/A.npy', (numpy.arange(64) / 7 + 1).astype('f2'))"
# RUN: %tirc --run=interp --save=%t.d/i %s A=@%t.d/A.npy
# RUN: %tirc --run=hexagon -O0 --save=%t.d/0 %s A=@%t.d/A.npy && cmp %t.d/i/C.npy %t.d/0/C.npy
# RUN: %tirc --run=hexagon -O2 --save=%t.d/2 %s A=@%t.d/A.npy && cmp %t.d/i/C.npy %t.d/2/C.npy
# RUN: %tirc --run=hexagon -O2 -mno-hvx --save=%t.d/n %s A=@%t.d/A.npy && cmp %t.d/i/C.npy %t.d/n/C.npy
from tvm.script import tirx as T


@T.prim_func
def f(A: T.Buffer((64,), "float16"), C: T.Buffer((128,), "float16")):
    for i in range(64):
        C[i] = T.float16(1) + T.float16(-1) / A[i] * A[i]
    C[T.ramp(64, 1, 64)] = A[T.ramp(0, 1, 64)] * A[T.ramp(0, 1, 64)] - A[T.ramp(0, 1, 64)]
# UNSUPPORTED: slow-with-sanitizers
