# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: isl
# RUN: %tirc --target=hexagon -O2 --explain --emit=tir %s 2>&1 | FileCheck %s
# A function that has no form for vectors is called once for all lanes, and once for what is left: the proof takes both.
from tvm.script import tirx as T


# CHECK-NOT: warning
# CHECK: lanes-one-value.py:[[@LINE+6]]:{{[0-9]+}}: remark: loop 'x': vectorised, with up to this many iterations at once: 64
# CHECK-NOT: warning
# CHECK: T.Broadcast({{.*}}, 64)
@T.prim_func(s_tir=True)
def main(O: T.Buffer((127, 65), "float16"), A: T.Buffer((255,), "float16")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(127, 65):
        O[y, x] = T.Select(T.isnan(A[y * 2 + 1]), T.float16(1), A[y * 2 + 1])
