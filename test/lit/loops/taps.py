# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon %s -o /dev/null 2>&1 --explain | FileCheck --check-prefix=WHY %s
# RUN: %tirc -S -O3 --try-versions=0 --target=hexagon %s -o - | FileCheck --check-prefix=ASM %s
# Sums over windows of bytes, in 16 bits, as one expression.
# NONE: {{^ *}}def window(
# NONE-NOT: {{T[.]Ramp}}
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def window
# CHECK: O[y, x:x + 128] = T.Cast("int16x128", A[y, T.Ramp(x, 1, 128)]) * {{.*}} + T.Cast("int16x128", A[y, T.Ramp(x + 1, 1, 128)]) *
# WHY: taps.py:[[@LINE+7]]:9: remark: loop 'x': window reduction, fully unrolled into one expression; window elements: 4
# ASM-LABEL: window:
# ASM: vmpa(v{{[0-9:]+}}.ub
@T.prim_func(s_tir=True)
def window(A: T.Buffer((9, 300), "uint8"), W: T.Buffer((4,), "int8"), O: T.Buffer((8, 256), "int16")):
    T.func_attr({"global_symbol": "window", "tirx.noalias": True})
    for y in range(8):
        for x in range(256):
            O[y, x] = T.int16(0)
            for i, j in T.grid(2, 2):
                O[y, x] = O[y, x] + T.Cast("int16", A[y + i, x + j]) * T.Cast("int16", W[i * 2 + j])


# The sum is used where it is narrowed.
# CHECK-LABEL: {{^}}def narrowed
# CHECK: O[y, x:x + [[L:[0-9]+]]] = T.Cast("uint8x[[L]]", {{.*}}T.Ramp(x + 2, 1, [[L]])
# WHY: loop 'x': window reduction, fully unrolled into one expression; window elements: 3
# ASM-LABEL: narrowed:
# ASM: .ub = vasr(v{{[0-9]+}}.h,v{{[0-9]+}}.h,r{{[0-9]+}}):sat
@T.prim_func(s_tir=True)
def narrowed(A: T.Buffer((8, 300), "uint8"), W: T.Buffer((3,), "int8"), O: T.Buffer((8, 256), "uint8")):
    T.func_attr({"global_symbol": "narrowed", "tirx.noalias": True})
    for y, x in T.grid(8, 256):
        S = T.decl_buffer((1,), "int16")
        for j in range(3):
            if j == 0:
                S[0] = T.int16(8)
            S[0] = S[0] + T.Cast("int16", A[y, x + j]) * T.Cast("int16", W[j])
        O[y, x] = T.Cast("uint8", T.max(T.min(S[0] >> T.int16(4), T.int16(255)), T.int16(0)))


# The window's loops lie around the loop over neighbours.
# WHY: loop 'x': window reduction, fully unrolled into one expression; window elements: 3
@T.prim_func(s_tir=True)
def around(A: T.Buffer((8, 300), "uint8"), W: T.Buffer((3,), "int8"), O: T.Buffer((8, 256), "int16")):
    T.func_attr({"global_symbol": "around", "tirx.noalias": True})
    for y, j, x in T.grid(8, 3, 256):
        if j == 0:
            O[y, x] = T.int16(0)
        O[y, x] = O[y, x] + T.Cast("int16", A[y, x + j]) * T.Cast("int16", W[j])


# The sum is not set in its first iteration; taps do not lie side by side.
# WHY-NOT: window reduction, fully unrolled
@T.prim_func(s_tir=True)
def late(A: T.Buffer((8, 300), "uint8"), W: T.Buffer((3,), "int8"), O: T.Buffer((8, 256), "int16")):
    T.func_attr({"global_symbol": "late", "tirx.noalias": True})
    for y, j, x in T.grid(8, 3, 256):
        if j == 1:
            O[y, x] = T.int16(0)
        O[y, x] = O[y, x] + T.Cast("int16", A[y, x + j]) * T.Cast("int16", W[j])


@T.prim_func(s_tir=True)
def apart(A: T.Buffer((8, 600), "uint8"), W: T.Buffer((3,), "int8"), O: T.Buffer((8, 256), "int16")):
    T.func_attr({"global_symbol": "apart", "tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.int16(0)
        for j in range(3):
            O[y, x] = O[y, x] + T.Cast("int16", A[y, x * 2 + j]) * T.Cast("int16", W[j])
# UNSUPPORTED: slow-with-sanitizers
