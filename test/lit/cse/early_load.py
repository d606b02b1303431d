# A load whose index reads memory, but surely stays inside, may be done early: the proof sees it, too.
# RUN: %tirc -O2 --cse-profile=host --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# CHECK: def f
# CHECK: [[V:cse_v[0-9]+]] = T.bind(A[A[0] % 4 * 2 + 1])
# CHECK-NEXT: if x
# CHECK: O[0] = [[V]]
# CHECK: O[2] = [[V]]
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((8,), "int32"), O: T.Buffer((8,), "int32"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        if x >= 1:
            O[0] = A[A[0] % 4 * 2 + 1]
        if x >= 2:
            O[1] = A[A[0] % 4 * 2 + 1]
        if x >= 3:
            O[2] = A[A[0] % 4 * 2 + 1]
