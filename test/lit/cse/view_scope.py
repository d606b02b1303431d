# A view that only a loop's body declares: what leaves the loop is read through the buffer that it views.
# RUN: %tirc -O2 --cse-profile=host --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# CHECK: def f
# CHECK: [[V:cse_v[0-9]+]] = T.bind(E[1])
# CHECK-NEXT: for
# CHECK: B[0] = [[V]]
# CHECK: B[1] = [[V]]
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def f(B: T.Buffer((8,), "int32"), E: T.Buffer((8,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in T.unroll(2):
            for j in range(2):
                V = T.decl_buffer((8,), "int32", data=E.data)
                B[i] = V[1]
