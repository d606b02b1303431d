# What tirc leaves alone LLVM's vectoriser may do: the remark does not deny what stands in the object.
# RUN: %tirc --target=hexagon -Rpass-missed=. -S %s -o %t.s 2>&1 | FileCheck --check-prefix=LEFT %s
# RUN: FileCheck --check-prefix=ASM %s < %t.s
# RUN: %tirc --target=hexagon -Rpass-missed=. --lanes=auto -fno-vectorize -S %s -o %t.s 2>&1 | FileCheck --check-prefix=NONE %s
# LEFT: remark: loop 'i' is not vectorised: a loop-carried dependence may be reversed; LLVM's vectoriser, which follows, may do it
# LEFT: remark: loop 'j' is not vectorised: {{[^;]*}} [-Rpass-missed
# NONE: remark: loop 'i' is not vectorised
# NONE-NOT: LLVM's vectoriser
# ASM: vmem
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), C: T.Buffer((64,), "float64")):
    for i in range(1024):
        B[i] = A[i] + 1
    for j in range(64):
        C[j] = C[j] + C[63 - j]
