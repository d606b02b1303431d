# RUN: %tirc --emit=json --after=read %s | FileCheck %s
# A call of a function without a result is an empty tuple, T.assume a bool, a pointer that is bound of its variable's type; an extent of a thread in
# 64 bits begins at a 64-bit 0; a variable has a layout; T.evaluate(0) is left out beside other statements.
# CHECK-DAG: "type":"tirx.TileLayout"
# CHECK-DAG: "type":"ir.TupleType"
# CHECK-DAG: "data":"tirx.assume"
# CHECK-NOT: tirx.Evaluate","data":{"span":0,"value":0
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def part(A: T.handle("float32")):
        a = T.decl_buffer((16,), "float32", data=A)
        a[0] = T.float32(1)

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        i: T.int32 = 0
        T.assume(A[i] > T.float32(0))
        Module.part(A.data)
        T.evaluate(0)
