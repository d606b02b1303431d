# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# T.Select computes both arms, unless one might trap or read memory in vain.  What was loaded before the choice is no reason for a branch,
# whether it has a name or not; T.if_then_else asks first.
# RUN: %tirc -O2 --no-cse --passes=verify -emit-llvm -S %s -o - | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: define {{.*}}@known(
# CHECK: load i32
# CHECK: load i32
# CHECK-NOT: load i32
# CHECK-NOT: {{^}}then
# CHECK: select i1
# CHECK: store i32
@T.prim_func
def known(O: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), i: T.int32):
    O[i] = T.Select(A[i] < B[i], T.min(A[i] + B[i], 255) * 3, A[i])


# One load is new.
# CHECK-LABEL: define {{.*}}@unknown(
# CHECK: {{^}}then
@T.prim_func
def unknown(O: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), i: T.int32):
    O[i] = T.Select(A[i] < B[i], A[i], B[i + 1])


# The division may trap.
# CHECK-LABEL: define {{.*}}@divides(
# CHECK: {{^}}then
@T.prim_func
def divides(O: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), i: T.int32):
    O[i] = T.Select(0 < B[i], T.truncdiv(A[i], B[i]), A[i])


# CHECK-LABEL: define {{.*}}@asks(
# CHECK: {{^}}then
@T.prim_func
def asks(O: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), i: T.int32):
    O[i] = T.if_then_else(A[i] < B[i], T.min(A[i] + B[i], 255) * 3, A[i])
