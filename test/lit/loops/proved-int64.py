# RUN: %tirc --emit=tir -O2 %s 2> %t.err | FileCheck %s
# RUN: count 0 < %t.err
# An index of int64 that lies above 1, whatever was loaded, is proved to be no 1.
from tvm.script import tirx as T


# CHECK-LABEL: def above
# CHECK: cse_v1 = T.bind(S[1])
# CHECK-NEXT: for i in range(4):
# CHECK-NEXT: S[T.int64(2) + T.max(B[cse_v1], T.int64(0))] = i
@T.prim_func(s_tir=True)
def above(B: T.Buffer((64,), "int64"), S: T.Buffer((16,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        S[T.int64(2) + T.max(B[S[1]], T.int64(0))] = i


# It may be 1 here.
# CHECK-LABEL: def meets
# CHECK: for i in range(4):
# CHECK-NEXT: S[T.int64(1) + T.max(B[S[1]], T.int64(0))] = i
@T.prim_func(s_tir=True)
def meets(B: T.Buffer((64,), "int64"), S: T.Buffer((16,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        S[T.int64(1) + T.max(B[S[1]], T.int64(0))] = i
