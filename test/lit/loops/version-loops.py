# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=version-loops %s | FileCheck %s
# RUN: %tirc --emit=tir --target=x86_64-linux-gnu -O2 --no-cse --optimize=version-loops %s | FileCheck %s
# RUN: %tirc -c -o %t.o --target=hexagon --lanes=0 --explain %s 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' %s
# A loop in two versions: in one a name holds a quotient of what no store is to.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def over(
# CHECK: if 0 < n and ((T.int64(3) < {{.*}}T.Cast("int64", k){{.*}} or T.Cast("int64", n) + T.int64(-1) + T.Cast("int64", k) < T.int64(3)) and
# CHECK-NEXT: [[Q:kept.*]]: T.let[T.int32] = A[3] // A[2]
# CHECK-NEXT: for i in range(n):
# CHECK-NEXT: A[i + k] = [[Q]] + i
# CHECK-NEXT: else:
# CHECK-NEXT: for i in range(n):
# CHECK-NEXT: A[i + k] = A[3] // A[2] + i
# WHY: loop 'i': loop versioning: in a version for stores that miss what it loads, what it computes again and again is computed once in front of it; values: 1
@T.prim_func(s_tir=True)
def over(A: T.Buffer((512,), "int32"), n: T.int32, k: T.int32):
    T.func_attr({"global_symbol": "over", "tirx.noalias": True})
    for i in range(n):
        A[i + k] = A[3] // A[2] + i


# Two loops, downwards, floats; what is loaded is named, too.
# CHECK-LABEL: {{^}}def down(
# CHECK: if 0 < m and (T.Cast("int64", p) <
# CHECK-NEXT: [[Q:kept.*]]: T.let[T.float32] = T.exp(A[p])
# CHECK: A[k - i * 8 + j] = A[k - i * 8 + j] * [[Q]]
# CHECK-NEXT: else:
# CHECK: A[k - i * 8 + j] = A[k - i * 8 + j] * T.exp(A[p])
@T.prim_func(s_tir=True)
def down(A: T.Buffer((512,), "float32"), m: T.int32, k: T.int32, p: T.int32):
    T.func_attr({"global_symbol": "down", "tirx.noalias": True})
    for i in range(m):
        for j in range(8):
            A[k - i * 8 + j] = A[k - i * 8 + j] * T.exp(A[p])


# A quotient under a condition is not computed early; nor one that the loop changes through another buffer, or by an index that is no sum.
# CHECK-LABEL: {{^}}def stays(
# CHECK-NOT: kept
# CHECK-LABEL: {{^}}def last(
@T.prim_func(s_tir=True)
def stays(A: T.Buffer((512,), "int32"), K: T.Buffer((512,), "int32"), n: T.int32, k: T.int32):
    T.func_attr({"global_symbol": "stays", "tirx.noalias": True})
    V = T.decl_buffer((256,), "int32", data=A.data)
    for i in range(n):
        if K[i] > 0:
            A[i + k] = A[3] // A[2] + i
    for i in range(n):
        A[i + k] = T.if_then_else(K[i] > 0, A[3] // A[2], i)
    for i in range(n):
        V[i + k] = A[3] // A[2] + i
    for i in range(n):
        A[K[i]] = A[3] // A[2] + i
    for i in range(n):
        A[i * k] = A[3] // A[2] + i


# Two iterations are too few, and what is known to be missed needs no test.
@T.prim_func(s_tir=True)
def last(A: T.Buffer((512,), "int32"), k: T.int32):
    T.func_attr({"global_symbol": "last", "tirx.noalias": True})
    for i in range(2):
        A[i + k] = A[3] // A[2] + i
    for i in range(100):
        A[i + 4] = A[3] // A[2] + i
# CHECK-NOT: kept


# Loops around tell that one of the stores misses what is loaded.
# CHECK-LABEL: {{^}}def outer(
# CHECK: if T.int64(27) < T.Cast("int64", n) + T.int64(3) or T.Cast("int64", n) + T.int64(3) < T.int64(27):
# CHECK-NEXT: [[K:kept]]: T.let[T.int32] = C[27] // (j % 16 + 1)
@T.prim_func(s_tir=True)
def outer(C: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "outer", "tirx.noalias": True})
    for i, j in T.grid(8, 40):
        for k in range(30):
            C[i + 2] = C[27] // (j % 16 + 1) + B[k]
            C[n + 3] = C[27] // (j % 16 + 1) - k


# Views at other bytes, lanes, and elements that memory names are missed without a test.
# CHECK-LABEL: {{^}}def views(
# CHECK: if T.Cast("int64", n) < {{.*}} < T.Cast("int64", n):
# CHECK-NEXT: [[K:kept]]: T.let[T.uint32] = (O[n] + V[5]) // (B[34] + T.uint32(1))
# CHECK: if T.int64(20) < T.Cast("int64", n) or T.Cast("int64", n) < T.int64(20):
# CHECK-NEXT: [[K:kept.*]]: T.let[T.uint32] = O[20] // (B[3] + T.uint32(1))
# CHECK: if T.Cast("int64", n) < {{.*}} < T.Cast("int64", n):
# CHECK-NEXT: [[K:kept.*]]: T.let[T.uint32] = O[n] // (O[T.Cast("int32", B[0] % T.uint32(16)) + 40] + T.uint32(1))
@T.prim_func(s_tir=True)
def views(O: T.Buffer((64,), "uint32"), B: T.Buffer((64,), "uint32"), n: T.int32):
    T.func_attr({"global_symbol": "views", "tirx.noalias": True})
    V = T.decl_buffer((40,), "uint32", data=T.address_of(O[2]), elem_offset=11)
    for i in range(4):
        O[3] = (O[n] + V[5]) // (B[34] + T.uint32(1)) + T.Cast("uint32", i)
    for i in range(4):
        O[n] = O[20] // (B[3] + T.uint32(1)) + T.Cast("uint32", i)
        O[T.Ramp(10, 3, 4)] = B[T.Ramp(i, 1, 4)]
    for i in range(4):
        O[7] = O[n] // (O[T.Cast("int32", B[0] % T.uint32(16)) + 40] + T.uint32(1)) + T.Cast("uint32", i)


# A lane that is what is loaded, a view that shares a byte with it.
# CHECK-LABEL: {{^}}def hit(
# CHECK-NOT: kept
# WHY: loop 'i' is not versioned: a store in it may change what it computes again and again, and no test in front of it tells
@T.prim_func(s_tir=True)
def hit(O: T.Buffer((64,), "uint32"), B: T.Buffer((64,), "uint32"), n: T.int32):
    T.func_attr({"global_symbol": "hit", "tirx.noalias": True})
    V = T.decl_buffer((40,), "uint8", data=T.address_of(O[2]), elem_offset=3)
    for i in range(4):
        O[n] = O[19] // (B[3] + T.uint32(1)) + T.Cast("uint32", i)
        O[T.Ramp(10, 3, 4)] = B[T.Ramp(i, 1, 4)]
    for i in range(4):
        O[7] = O[n] // (O[2] + T.uint32(1)) + T.Cast("uint32", i)
        V[0] = T.Cast("uint8", i)


# A loop whose extent a loop around it counts is no part of the nest; nor are loops that never run.
# CHECK-LABEL: {{^}}def triangle(
# CHECK: for i in range(8):
# CHECK-NEXT: if 0 < i and 0 < n and
# CHECK-NEXT: [[K:kept]]: T.let[T.float32] = T.sqrt(F[n])
# CHECK: for i in range(0):
# CHECK-NEXT: if 0 < n and
@T.prim_func(s_tir=True)
def triangle(F: T.Buffer((64,), "float32"), A: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "triangle", "tirx.noalias": True})
    for i in range(8):
        for j, k in T.grid(i, n):
            F[5] = T.sqrt(F[n])
    for i in range(0):
        for j in range(n):
            F[i] = T.sqrt(F[n] + F[A[n] % 16])


# Two iterations pay for no test.
# CHECK-LABEL: {{^}}def few(
# CHECK-NOT: kept
# WHY: loop 'i' is not versioned: its iterations are too few to pay for a second version
@T.prim_func(s_tir=True)
def few(A: T.Buffer((64,), "int32"), k: T.int32):
    T.func_attr({"global_symbol": "few", "tirx.noalias": True})
    for i in range(2):
        A[i + k] = A[3] // A[2] + i


# A loop beside what computes the value goes by 2.
# CHECK-LABEL: {{^}}def by_2(
# CHECK: if 0 < n and
# CHECK-NEXT: [[K:kept]]: T.let[T.float32] = T.sqrt(F[7])
# CHECK-NEXT: for i in range(n):
# CHECK-NEXT: F[i + m] = [[K]]
# CHECK-NEXT: for j in range(0, 8, 2):
@T.prim_func(s_tir=True)
def by_2(F: T.Buffer((64,), "float32"), A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
    T.func_attr({"global_symbol": "by_2", "tirx.noalias": True})
    for i in range(n):
        F[i + m] = T.sqrt(F[7])
        for j in range(0, 8, 2):
            A[i] = A[i] + A[j + 32]
