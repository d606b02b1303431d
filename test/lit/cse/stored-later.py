# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# C[20] holds 4, and what first computes 4 is C[20] + 1 one iteration earlier, while the mask 3 has made 4 known before it.  The name
# of what C[C[20]] loads stands in front of the inner loop, with the constant in the place of C[20]: no expression that comes to it.
# RUN: %tirc --target=host --emit=tir %s -o %t 2>&1 | count 0
# RUN: FileCheck %s < %t
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def later(C: T.Buffer((32,), "int32"), A: T.Buffer((32,), "int32"), E: T.Buffer((32,), "int32")):
    # CHECK-LABEL: def later
    # CHECK:           C[20] = 4
    # CHECK-NEXT:      E[0] = E[cse_v2]
    # CHECK-NEXT:      cse_v6 = T.bind(C[4])
    # CHECK-NEXT:      for i1 in range(2):
    # CHECK-NEXT:          if 0 > cse_v6:
    T.func_attr({"tirx.noalias": True})
    for i0 in T.unroll(5):
        C[20] = i0
        E[0] = E[C[0] & 3]
        for i1 in range(2):
            if 0 > C[C[20]]:
                A[0] = C[20] + 1
