# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What falls out of a sum is gone for the proof, too, where it can neither trap nor be missed: i - i % 4, of an i below 4, is
# i - i for it.
# RUN: %tirc --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def divided
# CHECK: B[i] = B[i] + F[0]
@T.prim_func
def divided(B: T.Buffer((4,), "int32"), F: T.Buffer((4,), "int32")):
    for i in range(2):
        B[i] = B[i % 2] + F[(i - (i + 2 & 1)) % 2]


# CHECK-LABEL: {{^}}def stepped
# CHECK: B[i] = B[(i + 1) % 4] + F[3]
@T.prim_func
def stepped(B: T.Buffer((4,), "int32"), F: T.Buffer((4,), "int32")):
    for i in range(0, 4, 2):
        B[i] = B[(i + 1) % 4] + F[(1 + i - (i + 1 + 3 & 3) + 2) % 4]
