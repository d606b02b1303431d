# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --after=legalize --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# Of blocks that are not all whole, the whole ones and the part of one have loops of their own.
from tvm.script import tirx as T


# Rows 0 to 15 fill two blocks, rows 16 to 19 a part of one.
# CHECK-LABEL: {{^}}def part
# CHECK: for h_0, w_0, h_1, w_1_c_fused in T.grid(2, 2, 8, 128):
# CHECK-NEXT: O_1[h_0 * 2048 + w_0 * 1024 + h_1 * 128 + w_1_c_fused] =
# CHECK: for w_0, h, w_1_c_fused in T.grid(2, 4, 128):
# CHECK-NEXT: O_1[w_0 * 1024 + h * 128 + w_1_c_fused + 4096] =
@T.prim_func(s_tir=True)
def part(A: T.Buffer((20, 16, 16), "uint8"), O: T.Buffer((3, 2, 8, 8, 16), "uint8")):
    T.func_attr({"global_symbol": "part", "tirx.noalias": True})
    for h, w, c in T.grid(20, 16, 16):
        O[h // 8, w // 8, h % 8, w % 8, c] = A[h, w, c] + T.uint8(1)


# Where blocks touch there is nothing to be split.
# CHECK-LABEL: {{^}}def touching
# CHECK: for h, w in T.grid(20, 8):
@T.prim_func(s_tir=True)
def touching(A: T.Buffer((20, 8), "uint8"), O: T.Buffer((3, 8, 8), "uint8")):
    T.func_attr({"global_symbol": "touching", "tirx.noalias": True})
    for h, w in T.grid(20, 8):
        O[h // 8, h % 8, w] = A[h, w] + T.uint8(1)


# A store and its own condition stay together.
# CHECK-LABEL: {{^}}def guarded
# CHECK: for h, w in T.grid(20, 8):
@T.prim_func(s_tir=True)
def guarded(A: T.Buffer((20, 8), "uint8"), O: T.Buffer((3, 8, 8), "uint8")):
    T.func_attr({"global_symbol": "guarded", "tirx.noalias": True})
    for h, w in T.grid(20, 8):
        if A[h, w] < T.uint8(9):
            O[h // 8, h % 8, w] = A[h, w]

# What part is run with.
@T.prim_func(s_tir=True)
def data_part(A: T.Buffer((20, 16, 16), "uint8")):
    T.func_attr({"global_symbol": "data_part"})
    for a, b, c in T.grid(20, 16, 16):
        A[a, b, c] = T.Cast("uint8", (a * 37 + b * 101 + c * 11) % 251 - 0)
