# REQUIRES: isl
# RUN: %tirc --emit=tir --target=hexagon --lanes=128 --cse-level=none --no-promote-scalars %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --target=hexagon --lanes=128 %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# One loop whose lanes load what are no neighbours, or not all of them.
from tvm.script import tirx as T


# 200 bytes are two registers, the second of which begins earlier: the buffer ends there.
# CHECK-LABEL: {{^}}def second
# CHECK: for x in range(0, 100, 100):
# CHECK-NEXT: O[y, x:x + 100] = T.Shuffle([A[y, T.Ramp(x * 2 + 1, 1, 128)], A[y, T.Ramp(x * 2 + 1 + 71, 1, 128)]], [0, 2, 4, {{.*}}, 126, 185, {{.*}}, 253, 255])
# WHY: loop 'x': vectorised, with up to this many iterations at once: 100
@T.prim_func(s_tir=True)
def second(A: T.Buffer((16, 200), "uint8"), O: T.Buffer((16, 100), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 100):
        O[y, x] = A[y, x * 2 + 1]


# The last vector does some iterations once more; its first element is not where a register begins.
# CHECK-LABEL: {{^}}def overlaps
# CHECK: for x in range(0, 128, 128):
# CHECK: for x in range(72, 200, 128):
# CHECK-NEXT: O[y, x:x + 128] = T.Shuffle([A[y, T.Ramp(
@T.prim_func(s_tir=True)
def overlaps(A: T.Buffer((16, 800), "uint8"), O: T.Buffer((16, 200), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 200):
        O[y, x] = A[y, x * 4]


# At a border, one vector chooses; no lane loads what lies outside.
# CHECK-LABEL: {{^}}def border
# CHECK: for x in range(0, 128, 128):
# CHECK-NEXT: cse_v1 = T.bind(A[y, T.Ramp(x - 1 + 1, 1, 128)])
# CHECK-NEXT: O[y, x:x + 128] = T.Select(T.Shuffle([T.bool(False), T.bool(True)], [0, 1, 1, {{.*}}, 1, 1]), T.Shuffle([cse_v1
# CHECK: for x in range(128, 256, 128):
# CHECK-NEXT: O[y, x:x + 128] = A[y, T.Ramp(x - 1, 1, 128)]
@T.prim_func(s_tir=True)
def border(A: T.Buffer((16, 256), "uint8"), O: T.Buffer((16, 256), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 256):
        O[y, x] = T.if_then_else(0 < x, A[y, x - 1], T.uint8(7))


# Registers do not lie in the buffer, nor halves of them.
# CHECK-LABEL: {{^}}def too_few
# CHECK-NOT: T.Ramp
@T.prim_func(s_tir=True)
def too_few(A: T.Buffer((63,), "uint8"), O: T.Buffer((31,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for x in range(31):
        O[x] = A[x * 2 + 1]


# Rows begin anywhere in a register: blocks of even and of odd elements begin at the even ones, so that they are the same.
# CHECK-LABEL: {{^}}def pairs
# CHECK: for x in range(0, 128, 128):
# CHECK-NEXT: = T.Shuffle([A[T.Ramp(y * 260 + x * 2, 1, 128)], A[T.Ramp(y * 260 + x * 2 + 128, 1, 128)]], [0, 2, {{.*}}, 254]) + T.Shuffle([A[T.Ramp(y * 260 + x * 2 + 1 + -1, 1, 128)], A[T.Ramp(y * 260 + x * 2 + 1 + 127, 1, 128)]], [1, 3, {{.*}}, 255])
@T.prim_func(s_tir=True)
def pairs(A: T.Buffer((4160,), "uint8"), O: T.Buffer((2048,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 128):
        O[y * 128 + x] = A[y * 260 + x * 2] + A[y * 260 + x * 2 + 1]


# Whether the first element is even changes: the element in front of it may not be in the buffer.
# CHECK-LABEL: {{^}}def even_or_odd
# CHECK: for x in range(0, 128, 128):
# CHECK: A[T.Ramp(x * 2 + 1 - r, 1, 128)]
@T.prim_func(s_tir=True)
def even_or_odd(A: T.Buffer((512,), "uint8"), O: T.Buffer((128,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for x in range(128):
        O[x] = T.uint8(0)
        for r in range(2):
            O[x] = O[x] + A[x * 2 + 1 - r]
