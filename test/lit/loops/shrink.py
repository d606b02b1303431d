# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -ftrapv %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --explain --emit=tir --target=hexagon %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# What is cut off to 8 or 16 bits is computed in as many, if all of it fits; innermost loops that LLVM leaves become lanes.
# NONE-LABEL: {{^}}def mean
# NONE-NOT: {{T.int16|T.uint16|int16x12}}
# NONE-LABEL: {{^}}def vectors
from tvm.script import tirx as T


# 4 * 255 fits 16 bits.
# CHECK-LABEL: {{^}}def mean
# CHECK: for j in range(0, 126, 126):
# CHECK: O[{{.*}}] = T.Cast("uint8x126", T.Cast("int16x126", A[{{.*}}]) + T.Cast("int16x126", A[{{.*}}]) * T.Broadcast(T.int16(2), 126) + T.Cast("int16x126", A[{{.*}}]) >> T.Broadcast(T.int16(2), 126))
# WHY: shrink.py:[[@LINE+5]]:9: remark: loop 'j': narrowing to fewer bits than the text has, as all values fit; bits: 16
@T.prim_func(s_tir=True)
def mean(A: T.Buffer((40, 128), "uint8"), O: T.Buffer((40, 128), "uint8")):
    T.func_attr({"global_symbol": "mean", "tirx.noalias": True})
    for i in range(40):
        for j in range(126):
            O[i, j] = T.Cast("uint8", (T.Cast("int32", A[i, j]) + T.Cast("int32", A[i, j + 1]) * 2 + T.Cast("int32", A[i, j + 2])) >> 2)


# 255 * 255 fits 16 bits without a sign; the sum of two such products does not, and takes them so.
# CHECK-LABEL: {{^}}def product
# CHECK: P[j] = T.Cast("uint8", T.Cast("uint16", A[j]) * T.Cast("uint16", B[j]) >> T.uint16(8))
# CHECK: Q[j] = T.Cast("uint8", T.Cast("int32", T.Cast("uint16", A[j]) * T.Cast("uint16", B[j])) + T.Cast("int32", T.Cast("uint16", A[j]) * T.Cast("uint16", A[j])) >> 9)
@T.prim_func(s_tir=True)
def product(A: T.Buffer((4096,), "uint8"), B: T.Buffer((4096,), "uint8"), P: T.Buffer((4096,), "uint8"), Q: T.Buffer((4096,), "uint8")):
    T.func_attr({"global_symbol": "product", "tirx.noalias": True})
    for j in range(4096):
        P[j] = T.Cast("uint8", (T.Cast("int32", A[j]) * T.Cast("int32", B[j])) >> 8)
    for j in range(4096):
        Q[j] = T.Cast("uint8", (T.Cast("int32", A[j]) * T.Cast("int32", B[j]) + T.Cast("int32", A[j]) * T.Cast("int32", A[j])) >> 9)


# A difference wraps on the way, and a limit takes its sign: 300 does not fit 8 bits, what is compared has 16.
# So has a byte that is compared with one that may be below zero.
# CHECK-LABEL: {{^}}def limits
# CHECK: O[j] = T.Cast("uint8", T.min(T.Cast("int16", A[j]) - T.Cast("int16", B[j]) + T.int16(300), T.int16(255)))
# CHECK: O[j + 4096] = T.max(A[j], B[j])
# CHECK: O[j + 8192] = T.Cast("uint8", T.max(T.Cast("int16", A[j]), T.Cast("int16", C[j])))
@T.prim_func(s_tir=True)
def limits(A: T.Buffer((4096,), "uint8"), B: T.Buffer((4096,), "uint8"), C: T.Buffer((4096,), "int8"), O: T.Buffer((12288,), "uint8")):
    T.func_attr({"global_symbol": "limits", "tirx.noalias": True})
    for j in range(4096):
        O[j] = T.Cast("uint8", T.min(T.Cast("int32", A[j]) - T.Cast("int32", B[j]) + 300, 255))
    for j in range(4096):
        O[j + 4096] = T.Cast("uint8", T.max(T.Cast("int32", A[j]), T.Cast("int32", B[j])))
    for j in range(4096):
        O[j + 8192] = T.Cast("uint8", T.max(T.Cast("int32", A[j]), T.Cast("int32", C[j])))


# Elements of 16 bits take 17 for a sum, and one that nobody bounds takes all it has.
# CHECK-LABEL: {{^}}def too_large
# CHECK: O[j] = T.Cast("int16", T.Cast("int32", A[j]) + T.Cast("int32", A[j + 1]) >> 1)
# CHECK: O[j + 4096] = T.Cast("int16", C[j] + 1 >> 1)
@T.prim_func(s_tir=True)
def too_large(A: T.Buffer((4100,), "int16"), C: T.Buffer((4096,), "int32"), O: T.Buffer((8192,), "int16")):
    T.func_attr({"global_symbol": "too_large", "tirx.noalias": True})
    for j in range(4096):
        O[j] = T.Cast("int16", (T.Cast("int32", A[j]) + T.Cast("int32", A[j + 1])) >> 1)
    for j in range(4096):
        O[j + 4096] = T.Cast("int16", (C[j] + 1) >> 1)


# Text in vectors: of whole registers.
# CHECK-LABEL: {{^}}def vectors
# CHECK: O[i * 128:i * 128 + 128] = T.Cast("uint8x128", T.Cast("int16x128", A[T.Ramp(i * 128, 1, 128)]) + T.Cast("int16x128", B[T.Ramp(i * 128, 1, 128)]) >> T.Broadcast(T.int16(1), 128))
# CHECK: O[0:16] = {{.*}}int32x16
@T.prim_func(s_tir=True)
def vectors(A: T.Buffer((4096,), "uint8"), B: T.Buffer((4096,), "uint8"), O: T.Buffer((4096,), "uint8")):
    T.func_attr({"global_symbol": "vectors", "tirx.noalias": True})
    for i in range(32):
        O[T.Ramp(i * 128, 1, 128)] = T.Cast("uint8x128", T.shift_right(T.Cast("int32x128", A[T.Ramp(i * 128, 1, 128)]) + T.Cast("int32x128", B[T.Ramp(i * 128, 1, 128)]), T.Broadcast(1, 128)))
    O[T.Ramp(0, 1, 16)] = T.Cast("uint8x16", T.shift_right(T.Cast("int32x16", A[T.Ramp(0, 1, 16)]) + T.Cast("int32x16", B[T.Ramp(16, 1, 16)]), T.Broadcast(1, 16)))


# An extent that is not known: rows of 32 are too short for products, and those of 256 are not.
# CHECK-LABEL: {{^}}def rows_of_32
# CHECK-NOT: int16
# CHECK-LABEL: {{^}}def rows_of_256
# CHECK: T.Cast("int16", A[j]) * T.Cast("int16", B[j])
@T.prim_func(s_tir=True)
def rows_of_32(A: T.Buffer((32,), "int8"), B: T.Buffer((4, 32), "int8"), O: T.Buffer((4, 32), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "rows_of_32", "tirx.noalias": True})
    for i in range(4):
        for j in range(n):
            O[i, j] = O[i, j] + T.Cast("int32", A[j]) * T.Cast("int32", B[i, j])


@T.prim_func(s_tir=True)
def rows_of_256(A: T.Buffer((256,), "int8"), B: T.Buffer((256,), "int8"), C: T.Buffer((256,), "int32"), O: T.Buffer((256,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "rows_of_256", "tirx.noalias": True})
    for j in range(n):
        O[j] = C[j] + T.Cast("int32", A[j]) * T.Cast("int32", B[j])


# Constants of lanes: a mask is what it is, and numbers are short ones.
# CHECK-LABEL: {{^}}def lanes
# CHECK: T.Cast("uint8x128", T.Select(T.Shuffle([T.bool(False), T.bool(True)], [{{.*}}]), T.Cast("int16x128", A[T.Ramp(i * 128, 1, 128)]), T.Broadcast(T.int16(0), 128)) + T.Shuffle([T.int16(3), T.int16(5)], [{{.*}}]) >> T.Broadcast(T.int16(1), 128))
@T.prim_func(s_tir=True)
def lanes(A: T.Buffer((4096,), "uint8"), O: T.Buffer((4096,), "uint8")):
    T.func_attr({"global_symbol": "lanes", "tirx.noalias": True})
    for i in range(32):
        O[T.Ramp(i * 128, 1, 128)] = T.Cast("uint8x128", T.shift_right(T.Select(T.Shuffle([T.bool(False), T.bool(True)], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), T.Cast("int32x128", A[T.Ramp(i * 128, 1, 128)]), T.Broadcast(0, 128)) + T.Shuffle([3, 5], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), T.Broadcast(1, 128)))
