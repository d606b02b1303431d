# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A constant's quotient times its divisor is that constant less its remainder in any product, and what another term of the sum divides
# is not noted beside it: the proof follows sums that CSE finds to be one.
# RUN: %tirc --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def less
# CHECK: [[V:cse_v[0-9]+]] = T.bind((3 - 3 // y * y) * x)
# CHECK-NEXT: Q[3] = [[V]]
# CHECK-NEXT: Q[7] = [[V]]
# CHECK-NEXT: Q[9] = [[V]]
@T.prim_func
def less(Q: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    Q[3] = (3 - 3 // y * y) * x
    Q[7] = 6 * x - x * (3 // y * y + 3)
    Q[9] = 3 * x - x * (3 // y) * y


# CHECK-LABEL: {{^}}def twice
# CHECK: [[V:cse_v[0-9]+]] = T.bind(
# CHECK-NEXT: Q[3] = [[V]]
# CHECK-NEXT: Q[7] = [[V]]
@T.prim_func
def twice(Q: T.Buffer((64,), "int64"), x: T.int64, y: T.int64, z: T.int64):
    Q[3] = (T.int64(7) - T.truncdiv(T.int64(7), y) * y) * x - z
    Q[7] = T.int64(14) * x - x * (T.truncdiv(T.int64(7), y) * y + T.int64(7)) - z
