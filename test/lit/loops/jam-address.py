# Unroll-and-jam through a view of an element's address, with an offset and strides: the proof knows where it lies.
# RUN: %tirc -O2 --cse-profile=size --unroll-and-jam=all --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# CHECK: def apart
# CHECK: for i in range(0, 4, 4)
# CHECK: for j in range(8)
# CHECK: V[
# CHECK: V[
# CHECK: def meets
# CHECK: for i, j in T.grid(6, 8)
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def apart(E: T.Buffer((64,), "int8")):
        V = T.decl_buffer((11, 5), "int8", data=T.address_of(E[1]), strides=(5, 2), elem_offset=3, align=1)
        for i in range(6):
            for j in range(8):
                V[2 + i, 1] = V[2 + i, 1] + E[j]

    @T.prim_func
    def meets(E: T.Buffer((64,), "int8")):
        V = T.decl_buffer((11, 5), "int8", data=T.address_of(E[1]), strides=(5, 2), elem_offset=3, align=1)
        for i in range(6):
            for j in range(8):
                V[2 + i, 1] = V[2 + i, 1] + E[j + 20]
