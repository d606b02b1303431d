# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cover=0 --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon --cover=0 %s -o /dev/null 2>&1 --explain | FileCheck --check-prefix=WHY %s
# RUN: %tirc -S -O3 --try-versions=0 --target=hexagon --cover=0 %s -o - | FileCheck --check-prefix=ASM %s
# Sums of neighbouring bytes, and of their absolute differences, four at once.
# NONE: {{^ *}}def differences(
# NONE-NOT: {{difference|words}} =
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def differences
# CHECK: difference = T.bind(T.max(line, line_1) - T.min(line, line_1))
# CHECK: words = T.bind(
# WHY: neighbours.py:[[@LINE+8]]:9: remark: loop 'x': horizontal reduction of neighbouring bytes, four at once; lanes: 32
# ASM-LABEL: differences:
# ASM: vabsdiff(v{{[0-9]+}}.ub,v{{[0-9]+}}.ub)
# ASM: vrmpy(v
@T.prim_func(s_tir=True)
def differences(P: T.Buffer((64, 256), "uint8"), Q: T.Buffer((64, 256), "uint8"), O: T.Buffer((8, 32), "int32")):
    T.func_attr({"global_symbol": "differences", "tirx.noalias": True})
    for y in range(8):
        for x in range(32):
            O[y, x] = 0
            for i in range(8):
                for j in range(8):
                    O[y, x] = O[y, x] + T.abs(T.Cast("int32", P[y * 8 + i, x * 8 + j]) - T.Cast("int32", Q[y * 8 + i, x * 8 + j]))


# However large it is: the proof is of one row of blocks.
# CHECK-LABEL: {{^}}def large
# CHECK: words = T.bind(
# WHY: loop 'x': horizontal reduction of neighbouring bytes, four at once; lanes: 32
@T.prim_func(s_tir=True)
def large(P: T.Buffer((1080, 1920), "uint8"), O: T.Buffer((135, 240), "int32")):
    T.func_attr({"global_symbol": "large", "tirx.noalias": True})
    for y, x in T.grid(135, 240):
        O[y, x] = 0
        for i, j in T.grid(8, 8):
            O[y, x] = O[y, x] + T.Cast("int32", P[y * 8 + i, x * 8 + j])


# Blocks lie apart; parameters may overlap.
# WHY-NOT: horizontal reduction of neighbouring bytes
@T.prim_func(s_tir=True)
def apart(P: T.Buffer((64, 300), "uint8"), O: T.Buffer((8, 32), "int32")):
    T.func_attr({"global_symbol": "apart", "tirx.noalias": True})
    for y, x in T.grid(8, 32):
        O[y, x] = 0
        for i, j in T.grid(8, 8):
            O[y, x] = O[y, x] + T.Cast("int32", P[y * 8 + i, x * 9 + j])


@T.prim_func(s_tir=True)
def overlap(P: T.Buffer((64, 256), "uint8"), O: T.Buffer((8, 32), "int32")):
    T.func_attr({"global_symbol": "overlap"})
    for y, x in T.grid(8, 32):
        O[y, x] = 0
        for i, j in T.grid(8, 8):
            O[y, x] = O[y, x] + T.Cast("int32", P[y * 8 + i, x * 8 + j])
# UNSUPPORTED: slow-with-sanitizers
