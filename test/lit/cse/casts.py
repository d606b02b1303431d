# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A sum that fits its type is the same in a wider one, whether it is cast as a whole or term by term.
# RUN: %tirc --cse --emit=tir %s | FileCheck %s
# RUN: %tirc --cse --cse-level=affine --emit=tir --function=fits %s | FileCheck %s --check-prefix=AFFINE
from tvm.script import tirx as T


# CHECK-LABEL: def fits
# CHECK: cse_v1 = T.bind(T.Cast("int64", i) * T.int64(16) + T.Cast("int64", j))
# CHECK-NEXT: A[cse_v1] = cse_v1
# CHECK-NEXT: A[T.Cast("int64", i * 16 + j + 128)] = cse_v1 * T.int64(3)
# AFFINE: T.Cast("int64", cse_v1) * T.int64(3)
@T.prim_func
def fits(A: T.Buffer((T.int64(256),), "int64")):
    for i, j in T.grid(8, 16):
        A[T.Cast("int64", i) * T.int64(16) + T.Cast("int64", j)] = T.Cast("int64", i * 16 + j)
        A[T.Cast("int64", i * 16 + j + 128)] = T.Cast("int64", j + i * 16) * T.int64(3)


# n times 16 may wrap, and so may a sum whose loop is long enough.  An unsigned sum is left as it is.
# CHECK-LABEL: def may_wrap
# CHECK: A[0] = T.Cast("int64", i * 16 + j)
# CHECK-NEXT: A[1] = T.Cast("int64", i) * T.int64(16) + T.Cast("int64", j)
# CHECK: A[2] = T.Cast("int64", k * 2)
# CHECK-NEXT: A[3] = T.Cast("int64", k) * T.int64(2)
@T.prim_func
def may_wrap(A: T.Buffer((64,), "int64"), n: T.int32):
    for i in range(n):
        for j in range(16):
            A[0] = T.Cast("int64", i * 16 + j)
            A[1] = T.Cast("int64", i) * T.int64(16) + T.Cast("int64", j)
    for k in range(1500000000):
        A[2] = T.Cast("int64", k * 2)
        A[3] = T.Cast("int64", k) * T.int64(2)


# Of k from 1073741824 on k * 2 wraps, and T.Cast("int64", k) * 2 does not: their quotients, which would be worth a name, are two.
# CHECK-LABEL: def wraps_in_half
# CHECK: A[k - 1073741820] = T.Cast("int64", k) * T.int64(2) // m
# CHECK-NEXT: A[k - 1073741812] = T.Cast("int64", k * 2) // m
@T.prim_func
def wraps_in_half(A: T.Buffer((16,), "int64"), m: T.int64):
    for k in range(1073741820, 1073741828):
        A[k - 1073741820] = T.Cast("int64", k) * T.int64(2) // m
        A[k - 1073741812] = T.Cast("int64", k * 2) // m
