# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon %s -o /dev/null 2>&1 --explain | FileCheck --check-prefix=WHY %s
# RUN: %tirc -S -O3 --try-versions=0 --target=hexagon %s -o - | FileCheck --check-prefix=ASM %s
# Sums of bytes divided by counts that take few values, by products of 16 bits.
# NONE: {{^ *}}def padded(
# NONE-NOT: {{T[.]int16[(]5462}}
from tvm.script import tirx as T


# A padded window: what is outside does not count, halves go away from 0.  Two rows of 192 bytes are three vectors.
# CHECK-LABEL: {{^}}def padded
# CHECK: for y in range(2, 10, 2):
# CHECK: T.int16(5462){{.*}} + T.Broadcast(16384, 128) >> T.Broadcast(15, 128)
# WHY: loop 'c': window reduction, fully unrolled into one expression; window elements: 9
# WHY: loop 'c': division by a number of few values, as products with their reciprocals; values: 3
# WHY: loop 'c': narrowing to fewer bits than the text has, as all values fit; bits: 16
# ASM-LABEL: padded:
# ASM-NOT: vmpye(
# ASM: .h = vmpy(v{{[0-9]+}}.h,v{{[0-9]+}}.h):<<1:rnd:sat
@T.prim_func(s_tir=True)
def padded(A: T.Buffer((2304,), "int8"), O: T.Buffer((2304,), "int8")):
    T.func_attr({"global_symbol": "padded", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(12, 12, 16):
        sum[0] = 0
        for ry, rx in T.grid(3, 3):
            sum[0] = sum[0] + T.if_then_else(1 <= y + ry and y + ry < 13 and 1 <= x + rx and x + rx < 13, T.Cast("int32", A[y * 192 + ry * 192 + x * 16 + rx * 16 + c - 208]), 0)
        count: T.let[T.int32] = (T.min(y + 2, 12) - T.max(y - 1, 0)) * (T.min(x + 2, 12) - T.max(x - 1, 0))
        O[y * 192 + x * 16 + c] = T.Cast("int8", T.max(T.min(T.truncdiv(sum[0] + T.Select(0 < sum[0], count // 2, 0 - count // 2), count), 100), -100))


# Rounded down, by a constant.
# CHECK-LABEL: {{^}}def inside
# CHECK: T.int16(10923)) + 16384 >> 15
# WHY: loop 'c': division by a number of few values, as products with their reciprocals; values: 1
@T.prim_func(s_tir=True)
def inside(A: T.Buffer((2560,), "int8"), O: T.Buffer((1280,), "int8")):
    T.func_attr({"global_symbol": "inside", "tirx.noalias": True})
    for y, c in T.grid(2, 640):
        O[y * 640 + c] = T.Cast("int8", (T.Cast("int32", A[y * 640 + c]) + T.Cast("int32", A[y * 640 + c + 640]) + T.Cast("int32", A[y * 640 + c + 1280]) + 1) // 3)


# The divisor is in memory; the sum does not fit 16 bits; it is a shift.
# WHY-NOT: division by a number of few values
@T.prim_func(s_tir=True)
def loaded(A: T.Buffer((2048,), "int8"), N: T.Buffer((16,), "int32"), O: T.Buffer((2048,), "int8")):
    T.func_attr({"global_symbol": "loaded", "tirx.noalias": True})
    for y, x in T.grid(16, 128):
        O[y * 128 + x] = T.Cast("int8", T.Cast("int32", A[y * 128 + x]) // N[y])


@T.prim_func(s_tir=True)
def large(A: T.Buffer((2048,), "int32"), O: T.Buffer((2048,), "int8")):
    T.func_attr({"global_symbol": "large", "tirx.noalias": True})
    for y, x in T.grid(16, 128):
        O[y * 128 + x] = T.Cast("int8", A[y * 128 + x] // (y + 1))


@T.prim_func(s_tir=True)
def shift(A: T.Buffer((2048,), "int8"), O: T.Buffer((2048,), "int8")):
    T.func_attr({"global_symbol": "shift", "tirx.noalias": True})
    for y, x in T.grid(16, 128):
        O[y * 128 + x] = T.Cast("int8", (T.Cast("int32", A[y * 128 + x]) + 3) // 4)


# A sum of which twice is more than 16 bits.
@T.prim_func(s_tir=True)
def wide(A: T.Buffer((2048,), "int16"), O: T.Buffer((2048,), "int16")):
    T.func_attr({"global_symbol": "wide", "tirx.noalias": True})
    for y, x in T.grid(16, 128):
        O[y * 128 + x] = T.Cast("int16", (T.max(T.min(T.Cast("int32", A[y * 128 + x]), 20000), 0) + 1) // 3)
# UNSUPPORTED: slow-with-sanitizers
