# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --target=hexagon --cover=all --emit=tir %s -o - | FileCheck %s
# Every other run of 32 out of two lines is one instruction, which makes the runs between them, too; rows under masks would be two loads each.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def runs
# CHECK-NOT: T.Select
# CHECK: T.max(T.Shuffle([cse_v1, cse_v2], [0, 1, {{.*}}, 31, 64, 65, {{.*}}T.Shuffle([cse_v1, cse_v2], [32, 33,
@T.prim_func(s_tir=True)
def runs(A: T.Buffer((8192,), "int16"), O: T.Buffer((4096,), "int16")):
    T.func_attr({"global_symbol": "runs", "tirx.noalias": True})
    for w, c in T.grid(128, 32):
        O[w * 32 + c] = T.max(A[w * 64 + c], A[w * 64 + 32 + c])


# Runs that begin in the middle of both.
# CHECK-LABEL: {{^}}def between
# CHECK: T.Select
@T.prim_func(s_tir=True)
def between(A: T.Buffer((8256,), "int16"), O: T.Buffer((4096,), "int16")):
    T.func_attr({"global_symbol": "between", "tirx.noalias": True})
    for w, c in T.grid(128, 32):
        O[w * 32 + c] = A[w * 64 + 16 + c]
