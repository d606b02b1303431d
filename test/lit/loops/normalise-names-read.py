# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=names %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# RUN: %tirc --emit=tir --target=hexagon --print-after=dot-product %s -o %t.py 2>&1 | FileCheck --check-prefix=DOT --implicit-check-not="warnin{{g}}:" %s
# What memory holds in the place of variables that a T.Let binds to it.
from tvm.script import tirx as T


# One in another; the product is done four at once.
# CHECK-LABEL: {{^}}def product(
# CHECK: C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
# DOT-LABEL: {{^}}def product(
# DOT: words
@T.prim_func(s_tir=True)
def product(A: T.Buffer((20, 64), "uint8"), B: T.Buffer((32, 64), "int8"), C: T.Buffer((20, 32), "int32")):
    T.func_attr({"global_symbol": "product", "tirx.noalias": True})
    x = T.int32()
    y = T.int32()
    for i, j in T.grid(20, 32):
        C[i, j] = 0
        for k in range(64):
            C[i, j] = C[i, j] + T.Let(T.Let(x * y, where={y: T.Cast("int32", B[j, k])}), where={x: T.Cast("int32", A[i, k])})


# A call may write between the load and its use: it stays, and the other name of the function goes.
# CHECK-LABEL: {{^}}def written(
# CHECK: T.Let(T.call_extern("int32", "change", {{.*}}) + x, where={x: A[i]})
@T.prim_func(s_tir=True)
def written(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "written", "tirx.noalias": True})
    x = T.int32()
    for i in range(64):
        at: T.let[T.int32] = i
        O[at] = T.Let(T.call_extern("int32", "change", A.data) + x, where={x: A[at]})


# What is divided stays, as that may fail, and so does the other one.
# CHECK-LABEL: {{^}}def stays(
# CHECK: T.Let(x + 1, where={x: A[i] // B[i]})
# CHECK: T.Let(y + 1, where={y: A[i]})
@T.prim_func(s_tir=True)
def stays(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), P: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "stays", "tirx.noalias": True})
    x = T.int32()
    y = T.int32()
    for i in range(64):
        O[i] = T.Let(x + 1, where={x: A[i] // B[i]})
        P[i] = T.Let(y + 1, where={y: A[i]})


# The index is read beside a call that may write, and is no number behind it: so there are not two of it.
# CHECK-LABEL: {{^}}def beside(
# CHECK: C[C[0] + C[0]] = T.call_extern("int32", "change", {{.*}})
# CHECK-NEXT: A[1] = A[n + n]
@T.prim_func(s_tir=True)
def beside(C: T.Buffer((32,), "int32"), A: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "beside"})
    x = T.int32()
    y = T.int32()
    C[T.Let(x + x, where={x: C[0]})] = T.call_extern("int32", "change", C.data)
    A[1] = A[T.Let(n + y, where={y: n})]
