# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cover=0 --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --cover=0 %s -o /dev/null 2>&1 --explain | FileCheck --check-prefix=WHY %s
# RUN: %tirc -S -O3 --try-versions=0 --target=hexagon --cover=0 %s -o - | FileCheck --check-prefix=ASM %s
# Elements move between layouts by exchanging bits of the numbers of registers and lanes.
from tvm.script import tirx as T


# Two pixels of 64 channels become two registers of 32 channels of both: one instruction.
# CHECK-LABEL: {{^}}def blocks
# CHECK: row = T.bind(A[
# CHECK: low = T.bind(T.Shuffle([row, row_1], [0, 64, 1, 65,
# CHECK: high = T.bind(T.Shuffle([row, row_1], [32, 96, 33, 97,
# WHY: permute.py:[[@LINE+10]]:5: remark: loop 'w': layout permutation in tiles of registers, by exchanging bits of the numbers of registers and lanes; registers: 4
# ASM-LABEL: {{^}}blocks:
# ASM: r[[BITS:[0-9]+]] = #126
# ASM: vshuff(v{{[0-9]+}},v{{[0-9]+}},r[[BITS]])
# ASM-LABEL: {{^}}quarters:
@T.prim_func(s_tir=True)
def blocks(A: T.Buffer((4096,), "int16"), B: T.Buffer((4096,), "int16")):
    T.func_attr({"global_symbol": "blocks", "tirx.noalias": True})
    for i in range(4096):
        A[i] = T.Cast("int16", i)
    for h, c1, c, w in T.grid(32, 2, 32, 2):
        B[c1 * 2048 + h * 64 + c * 2 + w] = A[h * 128 + w * 64 + c1 * 32 + c]


# Pieces of 32 bytes: two bits, each of them one exchange.
# CHECK-LABEL: {{^}}def quarters
# CHECK: low{{.*}} = T.bind(T.Shuffle([row, row_1], [0, 1, 2, 3
# WHY: loop 'c': layout permutation in tiles of registers, by exchanging bits of the numbers of registers and lanes; registers: 4
@T.prim_func(s_tir=True)
def quarters(A: T.Buffer((8192,), "uint8"), B: T.Buffer((8192,), "uint8")):
    T.func_attr({"global_symbol": "quarters", "tirx.noalias": True})
    for i in range(8192):
        A[i] = T.Cast("uint8", i % 251)
    for c1, h, w, c in T.grid(4, 16, 4, 32):
        B[c1 * 2048 + h * 128 + w * 32 + c] = A[h * 512 + w * 128 + c1 * 32 + c]


# An element is stored twice; parameters may overlap.
# WHY-NOT: layout permutation in tiles
@T.prim_func(s_tir=True)
def twice(A: T.Buffer((4096,), "int16"), B: T.Buffer((4096,), "int16")):
    T.func_attr({"global_symbol": "twice", "tirx.noalias": True})
    for h, c1, c, w in T.grid(32, 2, 32, 2):
        B[h * 64 + c * 2 + w] = A[h * 128 + w * 64 + c1 * 32 + c]


@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((4096,), "int16"), B: T.Buffer((4096,), "int16")):
    T.func_attr({"global_symbol": "overlap"})
    for h, c1, c, w in T.grid(32, 2, 32, 2):
        B[c1 * 2048 + h * 64 + c * 2 + w] = A[h * 128 + w * 64 + c1 * 32 + c]


# 33 columns are no bits of a number; lanes that change places among themselves are no exchange of registers.
@T.prim_func(s_tir=True)
def odd(A: T.Buffer((1056,), "int16"), B: T.Buffer((1056,), "int16")):
    T.func_attr({"global_symbol": "odd", "tirx.noalias": True})
    for h, c, w in T.grid(16, 33, 2):
        B[h * 66 + c * 2 + w] = A[h * 66 + w * 33 + c]


@T.prim_func(s_tir=True)
def among(A: T.Buffer((128,), "int32"), B: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "among", "tirx.noalias": True})
    for g, w, d, c, b, a in T.grid(2, 2, 4, 2, 2, 2):
        B[g * 32 + w + d * 8 + c * 2 + b * 4 + a * 64] = A[g * 64 + w * 32 + d * 8 + c * 4 + b * 2 + a]
# UNSUPPORTED: slow-with-sanitizers
