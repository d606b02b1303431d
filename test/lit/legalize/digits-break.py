# A loop that a break leaves is not split by digits: the break would leave the inner one alone.  A continue may stand there.
# RUN: %tirc -O2 --emit=tir %s | FileCheck %s
# CHECK: def leaves
# CHECK: for i in range(8)
# CHECK: def goes_on
# CHECK: for i_0, i_1 in T.grid(2, 4)
# CHECK: def inner
# CHECK: for i_0, i_1 in T.grid(2, 4)
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def leaves(E: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
        for i in range(8):
            C[i % 4] = E[i // 4] + C[i % 4]
            if C[i % 4] > 5:
                break

    @T.prim_func
    def goes_on(E: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
        for i in range(8):
            C[i % 4] = E[i // 4] + C[i % 4]
            if C[i % 4] > 5:
                continue
            C[i % 4] = 0

    @T.prim_func
    def inner(E: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
        for i in range(8):
            C[i % 4] = E[i // 4] + C[i % 4]
            while C[0] > 3:
                C[0] = C[0] - 1
                if C[1] > 5:
                    break
