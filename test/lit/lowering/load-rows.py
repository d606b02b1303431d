# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rows that are loaded at addresses of any alignment: LLVM's hexagon-vc would make each of two lines and a valign.  Where
# they share no line, and the lines of all would fill the registers, a call of llvm.sideeffect keeps them as they are.
# RUN: %tirc -O2 --target=hexagon --emit=ll %s | FileCheck %s
# RUN: %tirc -O2 --target=hexagon -S %s | FileCheck %s --check-prefix=ASM
from tvm.script import tirx as T


# CHECK-LABEL: define void @far
# CHECK: load <32 x i32>
# CHECK: call void @llvm.sideeffect()
# CHECK: load <32 x i32>
# CHECK: call void @llvm.sideeffect()
# ASM-LABEL: far:
# ASM-COUNT-32: {{v[0-9]+}} = vmemu(
# ASM-LABEL: near:
@T.prim_func(s_tir=True)
def far(A: T.Buffer((60, 90), "int32"), B: T.Buffer((90, 60), "int32")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(90, 60):
        B[y, x] = A[x, y]


# Rows of 250 bytes may share a line.
# CHECK-LABEL: define void @near
# CHECK-NOT: llvm.sideeffect
@T.prim_func(s_tir=True)
def near(A: T.Buffer((130, 250), "uint8"), B: T.Buffer((250, 130), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(250, 130):
        B[y, x] = A[x, y]


# The last row lies at a distance that is not known.
# CHECK-LABEL: define void @last
# CHECK: call void @llvm.sideeffect()
@T.prim_func(s_tir=True)
def last(A: T.Buffer((127, 255), "uint8"), B: T.Buffer((255, 127), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(255, 127):
        B[y, x] = A[x, y]


# Lines that are aligned are loaded as they are; their stores are few.
# CHECK-LABEL: define void @aligned
# CHECK-LABEL: define internal fastcc void @aligned.lines
# CHECK-NOT: llvm.sideeffect
@T.prim_func(s_tir=True)
def aligned(A: T.Buffer((64, 128), "int32"), B: T.Buffer((128, 64), "int32")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(128, 64):
        B[y, x] = A[x, y]


# Few rows: their lines are as good.
# CHECK-LABEL: define void @few
# CHECK-NOT: llvm.sideeffect
# CHECK-LABEL: define internal fastcc void @few.lines
@T.prim_func(s_tir=True)
def few(A: T.Buffer((4, 300), "int32"), O: T.Buffer((32,), "int32")):
    T.func_attr({"tirx.noalias": True})
    O[T.Ramp(0, 1, 32)] = A[0, T.Ramp(1, 1, 32)] + A[1, T.Ramp(1, 1, 32)] + A[2, T.Ramp(1, 1, 32)] + A[3, T.Ramp(1, 1, 32)]
