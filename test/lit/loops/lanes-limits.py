# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Vectors of neighbours have elements that no lane asks for: where these lie, the proof finds out by its own rules, of as many
# operations as the vectoriser knows.
# RUN: %tirc --emit=tir --target=hexagon %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def modulo
# CHECK: T.Shuffle([O[T.Ramp(y % 2 + 2 * i, 1, 16)], O[T.Ramp(y % 2 + 2 * i + 15, 1, 16)]]
@T.prim_func(s_tir=True)
def modulo(F: T.Buffer((16,), "uint32"), O: T.Buffer((32,), "uint32"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        F[i] = O[y % 2 + 2 * i]


# CHECK-LABEL: {{^}}def truncated
# CHECK: T.Shuffle(
@T.prim_func(s_tir=True)
def truncated(F: T.Buffer((16,), "uint32"), O: T.Buffer((34,), "uint32"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        F[i] = O[T.truncmod(y, 2) + 1 + 2 * i]


# CHECK-LABEL: {{^}}def divided
# CHECK: T.Shuffle(
@T.prim_func(s_tir=True)
def divided(F: T.Buffer((16,), "uint32"), O: T.Buffer((48,), "uint32"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        F[i] = O[T.truncdiv(y % 8, 4) + (y & 7) // 4 + 2 * i]


# CHECK-LABEL: {{^}}def clamped
# CHECK: T.Shuffle(
@T.prim_func(s_tir=True)
def clamped(F: T.Buffer((16,), "uint32"), O: T.Buffer((40,), "uint32"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        F[i] = O[T.min(T.max(y, 0), 7) + 2 * i]


# The last step of a loop around is 2, not 3.
# CHECK-LABEL: {{^}}def stepped
# CHECK: T.Shuffle(
@T.prim_func(s_tir=True)
def stepped(F: T.Buffer((4, 16), "uint32"), O: T.Buffer((33,), "uint32"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for j in T.serial(0, 4, step=2):
        for i in range(16):
            F[j, i] = O[j + 2 * i]
