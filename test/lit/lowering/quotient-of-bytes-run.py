# Divide bytes by multiplying with reciprocals.  The dividend less half of the divisor needs 16 bits: -128 - 3 is no byte.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as np; np.save('%t/A.npy', np.arange(-128, 128).astype('i1')); np.save('%t/B.npy', np.ones(256, 'i1'))"
# RUN: %tirc -O3 --emit=tir --target=hexagon -Rpass=tirc %s -o - 2>&1 | FileCheck %s
# RUN: %tirc -O0 --run=interp %s A=@%t/A.npy B=@%t/B.npy --save=%t/interp
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s A=@%t/A.npy B=@%t/B.npy --save=%t/o3 && diff -r %t/interp %t/o3
# CHECK-NOT: {{warning[:]}}
# CHECK: loop 'i': divides by a number of few values
# CHECK-NOT: {{warning[:]}}
# CHECK: C[i] = T.Cast("int8", T.Cast("int16", T.Cast("int32", {{.*}}) * T.Cast("int32", T.int16(4682)) + 16384 >> 15))
@T.prim_func(s_tir=True)
def main(A: T.Buffer((256,), "int8"), B: T.Buffer((256,), "int8"), C: T.Buffer((256,), "int8"), D: T.Buffer((256,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(256):
        C[i] = (A[i] * B[i]) // T.int8(7)
    for i in range(256):
        D[i] = T.truncdiv(A[i] * B[i], T.int8(5))
