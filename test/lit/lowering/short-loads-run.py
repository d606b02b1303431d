# Load whole registers, also where no shuffle reads the last lanes.  LLVM would shorten the loads to 59 lanes, and load these
# one by one.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O2 --target=hexagon --emit=ll %s -o - | FileCheck %s
# RUN: %python -c "import numpy as np; np.save('%t/A.npy', np.arange(8192).astype('f2'))"
# RUN: %tirc -O0 --run=interp %s A=@%t/A.npy --save=%t/interp
# RUN: %tirc -O2 --run=hexagon %s A=@%t/A.npy --save=%t/o2 && diff -r %t/interp %t/o2
# CHECK: load <64 x i16>
# CHECK-NOT: load <{{[0-9]*[13579]}} x i16>
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8192,), "float16"), B: T.Buffer((512,), "float16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        B[i * 64:i * 64 + 64] = A[T.Ramp(0, 1, 64) // 16 * 1024 + T.Broadcast(i * 64, 64) + T.Ramp(0, 1, 64) // 2 % 8 * 8 + T.Ramp(0, 1, 64) % 2 * 2]
