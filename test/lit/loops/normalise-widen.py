# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=wide-terms %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# Terms of reductions in the type of their sum.
from tvm.script import tirx as T


# A product of bytes in 16 bits; with a zero point; of unsigned bytes, unsigned.
# CHECK-LABEL: {{^}}def products(
# CHECK: C[i] = C[i] + T.Cast("int32", A[k]) * T.Cast("int32", B[i + k])
# CHECK-NEXT: C[i] = (T.Cast("int32", A[k]) - 7) * T.Cast("int32", B[i + k]) + C[i]
# CHECK-NEXT: C[i] = C[i] - T.Cast("int32", U[k]) * T.Cast("int32", U[i + k])
@T.prim_func(s_tir=True)
def products(A: T.Buffer((16,), "int8"), B: T.Buffer((32,), "int8"), U: T.Buffer((32,), "uint8"), C: T.Buffer((16,), "int32")):
    T.func_attr({"global_symbol": "products", "tirx.noalias": True})
    for i, k in T.grid(16, 16):
        C[i] = C[i] + T.Cast("int32", T.Cast("int16", A[k]) * T.Cast("int16", B[i + k]))
        C[i] = T.Cast("int32", (T.Cast("int16", A[k]) - T.int16(7)) * T.Cast("int16", B[i + k])) + C[i]
        C[i] = C[i] - T.Cast("int32", T.Cast("uint16", U[k]) * T.Cast("uint16", U[i + k]))


# They wrap: unsigned bytes as signed numbers, three factors, a difference of unsigned ones; numbers of 16 bits.
# CHECK-LABEL: {{^}}def wraps(
# CHECK: T.Cast("int32", T.Cast("int16", U[k]) * T.Cast("int16", U[i + k]))
# CHECK-NEXT: T.Cast("int32", T.Cast("int16", A[k]) * T.Cast("int16", A[i]) * T.Cast("int16", A[i + k]))
# CHECK-NEXT: T.Cast("int32", T.Cast("uint16", U[k]) - T.Cast("uint16", U[i + k]))
# CHECK-NEXT: T.Cast("int32", S[k] * S[i])
@T.prim_func(s_tir=True)
def wraps(A: T.Buffer((32,), "int8"), U: T.Buffer((32,), "uint8"), S: T.Buffer((16,), "int16"), C: T.Buffer((16,), "int32")):
    T.func_attr({"global_symbol": "wraps", "tirx.noalias": True})
    for i, k in T.grid(16, 16):
        C[i] = C[i] + T.Cast("int32", T.Cast("int16", U[k]) * T.Cast("int16", U[i + k]))
        C[i] = C[i] + T.Cast("int32", T.Cast("int16", A[k]) * T.Cast("int16", A[i]) * T.Cast("int16", A[i + k]))
        C[i] = C[i] + T.Cast("int32", T.Cast("uint16", U[k]) - T.Cast("uint16", U[i + k]))
        C[i] = C[i] + T.Cast("int32", S[k] * S[i])


# `shrink` makes products of bytes short, as columns might become lanes; where none do, they are in the type of their sum again, which LLVM multiplies in
# one instruction.
# RUN: %tirc --emit=tir --target=hexagon -O2 --function=scalars %s | FileCheck --check-prefix=SCALARS %s
# SCALARS-LABEL: {{^}}def scalars(
# SCALARS-NOT: T.Cast("int16"
# SCALARS: T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
# SCALARS-NOT: T.Cast("int16"
@T.prim_func(s_tir=True)
def scalars(A: T.Buffer((40, 64), "int8"), B: T.Buffer((96, 64), "int8"), C: T.Buffer((40, 96), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "scalars", "tirx.noalias": True})
    for i, j in T.grid(40, 96):
        C[i, j] = 0
        for k in range(n):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
