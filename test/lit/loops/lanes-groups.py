# REQUIRES: isl
# RUN: %tirc --emit=tir --lanes=128 --optimize=lanes --cse-counter=0 --no-promote-scalars %s | FileCheck %s
# RUN: %tirc --emit=tir --lanes=128 %s -o /dev/null 2>&1 | count 0
# Iterations of several loops as lanes of several vectors, where no number of them fills one.
from tvm.script import tirx as T


# Eight rows of 48 are three vectors; each statement is done for all of them before the next one.
# CHECK-LABEL: {{^}}def rows
# CHECK: for w in range(0, 8, 8):
# CHECK-NEXT: own_1 = T.alloc_buffer((384,), "int8", align=128)
# CHECK-NEXT: own_1[0:128] = T.Shuffle([A[T.Ramp(w * 96, 1, 128)], A[T.Ramp(w * 96 + 128, 1, 128)]], [0, 1,
# CHECK-NEXT: own_1[128:256] = T.Shuffle([A[T.Ramp({{.*}}, 1, 128)],
# CHECK-NEXT: own_1[256:384] = T.Shuffle([A[T.Ramp({{.*}}, 1, 128)],
# CHECK-NEXT: O[w * 48:w * 48 + 128] = own_1[T.Ramp(0, 1, 128)]
# CHECK-NEXT: O[(w + 2) * 48 + 32:(w + 2) * 48 + 32 + 128] = own_1[T.Ramp(128, 1, 128)]
# CHECK-NEXT: O[(w + 5) * 48 + 16:(w + 5) * 48 + 16 + 128] = own_1[T.Ramp(256, 1, 128)]
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((896,), "int8"), O: T.Buffer((384,), "int8")):
    T.func_attr({"tirx.noalias": True})
    own = T.alloc_buffer((1,), "int8")
    for w, c in T.grid(8, 48):
        own[0] = A[w * 96 + c]
        O[w * 48 + c] = own[0]


# What is left over is a shorter vector.
# CHECK-LABEL: {{^}}def rest
# CHECK: O[{{.*}} + 128] = A
# CHECK: O[{{.*}} + 64] = A
@T.prim_func(s_tir=True)
def rest(A: T.Buffer((192,), "int8"), O: T.Buffer((192,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for b, c in T.grid(2, 96):
        O[c * 2 + b] = A[c * 2 + b] + T.int8(1)


# Of one vector all lanes would be loaded before any is stored; a second one would load what the first one has stored, which a
# later iteration does.
# CHECK-LABEL: {{^}}def order
# CHECK: for b, c in T.grid(2, 96):
# CHECK-NEXT: P[c * 2 + b + 64] = P[c * 2 + b * 200 + 1]
@T.prim_func(s_tir=True)
def order(P: T.Buffer((400,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for b, c in T.grid(2, 96):
        P[c * 2 + b + 64] = P[c * 2 + b * 200 + 1]


# Nor may a later iteration here, of those whose loads are rows: P[256:320] is loaded for c = 0 and then stored for c = 1. Of another
# buffer they are lanes of two vectors.
# CHECK-LABEL: {{^}}def crossed
# CHECK: P[w * 128 + c * 64 + u + 192:w * 128 + c * 64 + u + 192 + 64] = P[T.Ramp(w * 256 + c * 128 + u, 1, 64)]
# CHECK: P[c * 64 + 192:c * 64 + 192 + 128] = T.Shuffle([A[T.Ramp(c * 128, 1, 128)], A[
# CHECK-NEXT: P[128 + c * 64 + 192:128 + c * 64 + 192 + 128] = T.Shuffle([A[
@T.prim_func(s_tir=True)
def crossed(A: T.Buffer((512,), "int8"), P: T.Buffer((512,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for c, w, u in T.grid(2, 2, 64):
        P[w * 128 + c * 64 + u + 192] = P[w * 256 + c * 128 + u]
    for c, w, u in T.grid(2, 2, 64):
        P[w * 128 + c * 64 + u + 192] = A[w * 256 + c * 128 + u]
