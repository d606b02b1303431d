# What qemu 7.2 cannot run is named, and blamed for nothing else.
# REQUIRES: llvm-22
# RUN: not %tirc --run=hexagon -mcpu=hexagonv68 -mhvx-qfloat --function=scale %s 2>&1 | FileCheck --check-prefix=QFLOAT %s
# RUN: not %tirc --run=hexagon -mcpu=hexagonv73 --function=away %s n=536870000 2>&1 | FileCheck --check-prefix=TRAP %s
# QFLOAT: run-unknown.py:[[#]]:5: error: 'scale' on Hexagon: qemu-hexagon 7.2 does not know 'v{{[0-9]+}}.qf32 = vmpy(
# TRAP: error: 'away' on Hexagon: trapped or touched memory that is not its own
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def scale(X: T.Buffer((32,), "float32")):
        X[0:32] = X[0:32] * T.Broadcast(T.float32(2.5), 32)

    @T.prim_func
    def away(X: T.Buffer((1,), "int32"), n: T.int32):
        X[n] = 1
