# The arm of an expression and the else of a statement are no two arms of one fork, whatever their numbers: the load
# in both may leave its buffer and stays behind its conditions.
# RUN: %tirc -O2 --cse-profile=host --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# CHECK: def f
# CHECK-NOT: {{^ {8}cse}}
# CHECK: while
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def f(C: T.Buffer((11,), "int32"), O: T.Buffer((8,), "int32")):
        pass
        while O[1] > 0:
            c0: T.int32 = 0
            if 0 >= T.if_then_else(C[0] < 0, C[T.max(T.min(C[10] + C[10], 31), 0)], 0):
                pass
            else:
                O[0] = C[T.max(T.min(C[10] + C[10], 31), 0)] - C[T.max(T.min(C[10] + C[10], 31), 0)] * 3
