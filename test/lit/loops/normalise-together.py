# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Spellings that one pass alone does not mend: what a pass makes pays by what those behind it make of that.
# RUN: %tirc -O2 --emit=tir --after=cse --target=hexagon --print-after=normalise %s -o /dev/null 2>&1 | FileCheck %s
# RUN: %tirc -O2 --emit=tir --after=cse --target=hexagon -Rpass=tirc-dot-product %s -o /dev/null 2>&1 | FileCheck --check-prefix=DOT %s
# RUN: %tirc -O2 --emit=tir --target=hexagon --legalize=none --optimize=names,fused-loops,tiles --function=all_at_once %s | FileCheck --check-prefix=TILES %s
# RUN: %tirc -O2 -c --target=hexagon --function=overlap -Rpass=tirc-loops %s -o %t.o 2>&1 | FileCheck --check-prefix=OVERLAP %s
# from tvm.script import tirx as T


# The sum begins in its first iteration, and is clamped behind.
# CHECK-LABEL: {{^}}def first(
# CHECK: for i, j in T.grid(20, 32):
# CHECK-NEXT: O[i * 32 + j] = 0
# CHECK-NEXT: for k in range(64):
# CHECK-NEXT: O[i * 32 + j] = O[i * 32 + j] + T.Cast("int32", A[i * 64 + k]) * T.Cast("int32", B[j * 64 + k])
# CHECK-NEXT: for {{.*}}, {{.*}} in T.grid(20, 32):
# CHECK-NEXT: T.min(
# DOT: remark: loop 'j': dot products of bytes
@T.prim_func(s_tir=True)
def first(A: T.Buffer((1280,), "int8"), B: T.Buffer((2048,), "int8"), O: T.Buffer((640,), "int32")):
    T.func_attr({"global_symbol": "first", "tirx.noalias": True})
    for i in range(20):
        for j in range(32):
            for k in range(64):
                if k == 0:
                    O[i * 32 + j] = T.int32(0)
                O[i * 32 + j] = O[i * 32 + j] + T.Cast("int32", A[i * 64 + k]) * T.Cast("int32", B[j * 64 + k])
            O[i * 32 + j] = T.min(O[i * 32 + j], T.int32(9))


# The same below a condition, of fused loops and of one that is split: what asks whether k is 0 asks it of both of its digits.
# CHECK-LABEL: {{^}}def all_at_once(
# CHECK: if g > 0:
# CHECK-NEXT: for [[F:.*]], [[G:.*]] in T.grid(20, 48):
# CHECK-NEXT: O[[[F]] * 48 + [[G]]] = 0
# CHECK-NEXT: for {{.*}} in range(64):
# CHECK-NEXT: O[
# CHECK-NEXT: for {{.*}}, {{.*}} in T.grid(20, 48):
# CHECK-NEXT: T.min(
# DOT: remark: loop 'f{{.*}}': dot products of bytes
# TILES-LABEL: {{^}}def all_at_once(
# TILES: for {{.*}}, {{.*}} in T.grid(20, 48):
# TILES: for [[K:.*]] in range(64):
# TILES: if [[K]] == 0:
@T.prim_func(s_tir=True)
def all_at_once(A: T.Buffer((1280,), "uint8"), B: T.Buffer((3072,), "int8"), O: T.Buffer((960,), "int32"), g: T.int32):
    T.func_attr({"global_symbol": "all_at_once", "tirx.noalias": True})
    for f in range(960):
        i: T.let[T.int32] = f // 48
        j: T.let[T.int32] = f % 48
        if g > 0:
            for ko in range(8):
                for ki in range(8):
                    k: T.let[T.int32] = ko * 8 + ki
                    if k == 0:
                        O[i * 48 + j] = T.int32(0)
                    O[i * 48 + j] = T.Cast("int32", B[j * 64 + k]) * T.Cast("int32", A[i * 64 + k]) + O[i * 48 + j]
            O[i * 48 + j] = T.min(O[i * 48 + j], T.int32(9))


# It begins in a nest before, of loops in another order than memory, and is clamped behind in its own.
# CHECK-LABEL: {{^}}def before(
# CHECK: for i, j in T.grid(20, 48):
# CHECK-NEXT: O[i * 48 + j] = 0
# CHECK-NEXT: for k in range(64):
# CHECK-NEXT: O[i * 48 + j] = O[i * 48 + j] + T.Cast("int32", A[i * 64 + k]) * T.Cast("int32", B[j * 64 + k])
# CHECK-NEXT: for {{.*}}, {{.*}} in T.grid({{.*}}):
# CHECK-NEXT: T.min(
# DOT: remark: loop '{{.*}}': dot products of bytes
@T.prim_func(s_tir=True)
def before(A: T.Buffer((1280,), "uint8"), B: T.Buffer((3072,), "int8"), O: T.Buffer((960,), "int32")):
    T.func_attr({"global_symbol": "before", "tirx.noalias": True})
    for j in range(48):
        for i in range(20):
            O[i * 48 + j] = T.int32(0)
    for j in range(48):
        for i in range(20):
            for k in range(64):
                O[i * 48 + j] = O[i * 48 + j] + T.Cast("int32", A[i * 64 + k]) * T.Cast("int32", B[j * 64 + k])
            O[i * 48 + j] = T.min(O[i * 48 + j], T.int32(9))


# A version for buffers that do not overlap is made as a function is whose buffers do not: with what is tried.
# OVERLAP: remark: loop 'f_1': vectorised in a version for buffers that do not overlap, with up to this many iterations at once: 32
@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((512,), "uint8"), B: T.Buffer((4096,), "uint8"), O: T.Buffer((512,), "int32")):
    T.func_attr({"global_symbol": "overlap"})
    S = T.alloc_buffer((1,), "int32")
    for f in range(T.int64(512)):
        i: T.let[T.int64] = T.truncdiv(f, T.int64(64))
        j: T.let[T.int64] = T.truncmod(f, T.int64(64))
        at: T.let[T.int64] = i * 64 + j
        S[0] = T.int32(0)
        for k in range(T.int64(64)):
            S[0] = T.Cast("int32", B[j * 64 + k]) * T.Cast("int32", A[i * 64 + k]) + S[0]
        O[at] = S[0]


# What asks of one of the two alone stays.
# ALONE: for {{.*}}, {{.*}} in T.grid(8, 8):
# RUN: %tirc -O2 --emit=tir --target=hexagon --legalize=none --optimize=tiles --function=alone %s | FileCheck --check-prefix=ALONE %s
@T.prim_func(s_tir=True)
def alone(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), g: T.int32):
    T.func_attr({"global_symbol": "alone", "tirx.noalias": True})
    for ko, ki in T.grid(8, 8):
        if g > 0 and ki == 0:
            O[ko * 8 + ki] = A[ko * 8 + ki]

# UNSUPPORTED: slow-with-sanitizers
