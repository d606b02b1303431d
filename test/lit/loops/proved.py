# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --explain --emit=tir --target=hexagon %s -o %t.py 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: FileCheck %s < %t.py
# WHY-NOT: could not be proved
# Right changes that the proof must not take back.
from tvm.script import tirx as T


# A loop of unknown extent has its own sum, in 128 lanes and, where it is short, in 64.
# WHY: proved.py:[[@LINE+8]]:5: remark: loop 'x': vectorised, with up to this many iterations at once: 128
# CHECK-LABEL: {{^}}def own
# CHECK: acc_1[T.Ramp(0, 1, 128)] + A[
# CHECK: acc_1[T.Ramp(0, 1, 64)] + A[
@T.prim_func(s_tir=True)
def own(A: T.Buffer((4160,), "int8"), O: T.Buffer((4096,), "int8"), n: T.int32):
    T.func_attr({"global_symbol": "own", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int8")
    for x in range(n):
        acc[0] = T.int8(0)
        for k in range(3):
            acc[0] = acc[0] + A[x + k]
        O[x] = acc[0]


# Every second element of a row that a remainder chooses.
# WHY: proved.py:[[@LINE+5]]:9: remark: loop 'x': vectorised, with up to this many iterations at once: 33
@T.prim_func(s_tir=True)
def remainder(A: T.Buffer((2175,), "int32"), O: T.Buffer((33,), "int32")):
    T.func_attr({"global_symbol": "remainder", "tirx.noalias": True})
    for y in range(31):
        for x in range(33):
            O[x] = T.min(A[y // 32 * 2112 + (31 - y % 32) * 66 + x * 2 + 64], A[y * 34 + x])


# The sign is cut off on the way: a byte's difference with it fits 16 bits, but is not that of the byte.
# CHECK-LABEL: {{^}}def sign
# CHECK: T.Cast("int16{{.*}}", T.Cast("uint8{{.*}}", A[
@T.prim_func(s_tir=True)
def sign(A: T.Buffer((300,), "int8"), O: T.Buffer((256,), "uint8")):
    T.func_attr({"global_symbol": "sign", "tirx.noalias": True})
    for x in range(256):
        O[x] = T.Cast("uint8", T.Cast("int32", T.Cast("uint8", A[x])) - T.Cast("int32", A[x + 3]) >> 1)


# A remainder, a loop's variable and what a name stands for have bounds.
# WHY: proved.py:[[@LINE+4]]:5: remark: loop 'x': narrowing to fewer bits than the text has, as all values fit; bits: 16
@T.prim_func(s_tir=True)
def bounds(A: T.Buffer((300,), "uint8"), B: T.Buffer((256,), "uint32"), O: T.Buffer((256,), "uint16")):
    T.func_attr({"global_symbol": "bounds", "tirx.noalias": True})
    for x in range(256):
        O[x] = T.Cast("uint16", T.Cast("int32", T.Cast("int16", T.Cast("int32", B[x] % T.uint32(100)))) * (T.Cast("int32", A[x]) - T.Cast("int32", A[x + 1])))


# A loop that a choice tells not to run does not reach the element behind it.
# WHY: proved.py:[[@LINE+4]]:5: remark: loop 'i': unrolled and jammed
@T.prim_func(s_tir=True)
def choice(A: T.Buffer((128,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32, y: T.int32):
    T.func_attr({"global_symbol": "choice", "tirx.noalias": True})
    for i in range(n):
        for j in range(T.Select(0 <= y and y < 128, 2, 0)):
            O[j] = A[y]
        if 0 <= y and y < 128:
            O[61] = A[y]
