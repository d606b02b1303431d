# A view of an element's address is no other name of the buffer: C[n] and V[n] are neighbours.
# RUN: %tirc -O2 --cse-profile=host --emit=tir %s | FileCheck %s
# CHECK: def other
# CHECK: O[0] = V[n] * C[n]
# CHECK: def same
# CHECK: [[X:cse_v[0-9]+]] = T.bind(V[n])
# CHECK: O[0] = [[X]] * [[X]]
# CHECK: def early
# CHECK: if n
# CHECK-NEXT: O[0] = V[
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def other(C: T.Buffer((8,), "int32"), O: T.Buffer((8,), "int32"), n: T.int32):
        V = T.decl_buffer((7,), "int32", data=T.address_of(C[1]))
        O[0] = V[n] * C[n]

    @T.prim_func
    def same(C: T.Buffer((8,), "int32"), O: T.Buffer((8,), "int32"), n: T.int32):
        W = T.decl_buffer((8,), "int32", data=C.data)
        V = T.decl_buffer((8,), "int32", data=W.data)
        O[0] = V[n] * C[n]

    @T.prim_func
    def early(C: T.Buffer((8,), "int32"), O: T.Buffer((8,), "int32"), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        V = T.decl_buffer((8,), "int32", data=T.address_of(C[4]))
        if n > 1:
            O[0] = V[n % 8]
        if n > 2:
            O[1] = V[n % 8]
        if n > 3:
            O[2] = V[n % 8]
