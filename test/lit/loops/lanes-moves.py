# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: isl
# RUN: %tirc --emit=tir --target=hexagon --optimize=lanes,cse %s | FileCheck %s
# Loops that move elements and do nothing else become lanes if that takes 60 % of the time, others for half.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def moves
# CHECK: T.bind(T.Shuffle([bias[T.Ramp(0, 1, 8)]], [0, 1, 2, 3, 4, 5, 6, 7, 0, 1,
# CHECK: S[{{.*}} + 64] = cse_v1
@T.prim_func(s_tir=True)
def moves(bias: T.Buffer((8,), "int32"), S: T.Buffer((1352,), "int32")):
    T.func_attr({"global_symbol": "moves", "tirx.noalias": True})
    for y, x, m in T.grid(13, 13, 8):
        S[y * 104 + x * 8 + m] = bias[m]
