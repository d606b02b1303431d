# Loops that compute with floats become lanes where HVX has IEEE's format, and give the interpreter's bits; elsewhere
# those do that integers do in less time than scalars, but in qfloat.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --run=interp %s --save=%t/interp
# RUN: %tirc --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc --run=hexagon --lanes=all -mcpu=hexagonv69 -mhvx-ieee-fp --emulate=first-even %s --save=%t/v69 && diff -r %t/interp %t/v69
# RUN: %tirc --emit=tir -O2 --scratch=0 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp %s | FileCheck %s
# RUN: %tirc --run=hexagon -mcpu=hexagonv67 %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc --emit=tir -O2 --target=hexagon -mcpu=hexagonv73 %s | FileCheck --check-prefix=BITS %s
# BITS: C[i:i + 64] = A[{{.*}}64)] * A[{{.*}}64)] + A[
# BITS: D[i:i + 64] = T.max(C[
# RUN: %tirc --emit=tir -O2 --target=hexagon -mcpu=hexagonv73 -mhvx-qfloat %s | FileCheck --check-prefix=SCALAR %s
# SCALAR: def main(
# SCALAR-NOT: {{float(16|32)x}}
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(Q: T.Buffer((512,), "int8"), P: T.Buffer((8, 64), "float32"), A: T.Buffer((512,), "float16"), C: T.Buffer((512,), "float16"),
             D: T.Buffer((512,), "float16"), W: T.Buffer((512,), "float32"), O: T.Buffer((8, 64), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i in T.serial(512, annotations={"scalar": 1}):
            Q[i] = T.Cast("int8", i * 37)
        for i, j in T.grid(8, 64):
            P[i, j] = T.Cast("float32", T.truncmod(i * 577 + j * 131, 1000) - 500) * T.float32(0.37)
        # CHECK: T.Cast("float16x64", Q[
        for i in range(512):
            A[i] = (T.Cast("float16", Q[i]) - T.float16(3)) * T.float16(0.0625)
        # CHECK: C[i:i + 64] = A[{{.*}}64)] * A[{{.*}}64)] + A[
        for i in range(512):
            C[i] = A[i] * A[i] + A[i]
        # CHECK: D[i:i + 64] = T.max(
        for i in range(512):
            D[i] = T.max(C[i] - A[i], T.float16(0)) * A[i]
        # CHECK: W[{{.*}}] = T.Cast("float32x
        for i in range(512):
            W[i] = T.Cast("float32", D[i]) * T.float32(0.3)
        # A sum keeps its order: lanes are columns.
        # CHECK: = T.Broadcast(T.float32(0.0), 32)
        for i, j in T.grid(8, 64):
            O[i, j] = T.float32(0)
            for k in range(8):
                O[i, j] = O[i, j] + P[i, k] * P[k, j]
