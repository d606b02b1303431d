# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --cse-level=none %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon %s -o /dev/null 2>&1 --explain | FileCheck --check-prefix=WHY %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=all %s -o /dev/null 2>&1 --explain | FileCheck --check-prefix=ALL %s
# Vectors of the text are taken apart where better ones come of that.
from tvm.script import tirx as T


# A quarter of a register each: the loop over all of them is vectors of whole registers, LLVM's here.
# CHECK-LABEL: {{^}}def short
# CHECK: for lane in range(1024):
# CHECK-NEXT: O[lane] = T.max(A[lane], T.uint8(9))
# NONE-LABEL: {{^}}def short
# NONE: T.Ramp(x * 32, 1, 32)
# WHY: apart.py:[[@LINE+5]]:9: remark: loop 'lane': scalarised: a loop over the lanes of the text's vectors, to be vectorised anew; lanes: 1024
@T.prim_func(s_tir=True)
def short(A: T.Buffer((1024,), "uint8"), O: T.Buffer((1024,), "uint8")):
    T.func_attr({"global_symbol": "short", "tirx.noalias": True})
    for x in range(32):
        O[T.Ramp(x * 32, 1, 32)] = T.max(A[T.Ramp(x * 32, 1, 32)], T.Broadcast(T.uint8(9), 32))


# The loop over r goes into the one over lanes: these are of words, side by side.
# ALL: apart.py:[[@LINE+5]]:9: remark: loop 'lane': scalarised: a loop over the lanes of the text's vectors, to be vectorised anew; lanes: 8
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((512,), "int8"), S: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "sums", "tirx.noalias": True})
    for x in range(8):
        S[T.Ramp(x * 8, 1, 8)] = T.Broadcast(0, 8)
        for r in range(8):
            S[T.Ramp(x * 8, 1, 8)] = S[T.Ramp(x * 8, 1, 8)] + T.Cast("int32x8", A[T.Ramp(r * 64 + x * 8, 1, 8)])


# ALL-NOT: scalarised
# Vectors that stay: a lane reads what another one stores; floats.
@T.prim_func(s_tir=True)
def next_lane(A: T.Buffer((33,), "int32")):
    T.func_attr({"global_symbol": "next_lane", "tirx.noalias": True})
    A[T.Ramp(1, 1, 32)] = A[T.Ramp(0, 1, 32)] + T.Broadcast(1, 32)


# What is stored goes along with r: the loop over lanes stays inside.
# ALL: apart.py:[[@LINE+6]]:13: remark: loop 'lane': scalarised: a loop over the lanes of the text's vectors, to be vectorised anew; lanes: 32
@T.prim_func(s_tir=True)
def along(A: T.Buffer((64,), "int32"), B: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "along", "tirx.noalias": True})
    for x in range(1):
        for r in range(8):
            A[T.Ramp(r, 1, 32)] = A[T.Ramp(r, 1, 32)] + B[T.Ramp(r + x, 1, 32)]


# ALL-NOT: scalarised
@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((32,), "int32"), B: T.Buffer((32,), "int32")):
    T.func_attr({"global_symbol": "overlap"})
    A[T.Ramp(0, 1, 32)] = B[T.Ramp(0, 1, 32)] + T.Broadcast(1, 32)


@T.prim_func(s_tir=True)
def floats(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    T.func_attr({"global_symbol": "floats", "tirx.noalias": True})
    A[T.Ramp(0, 1, 32)] = B[T.Ramp(0, 1, 32)]
