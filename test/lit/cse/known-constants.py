# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The ranges of remainders say that a quotient is 0, which the text has nowhere.  What it is computed from may be of a loop's
# iteration, and the sum be moved in front of the loop all the same: the constant stands there.
# RUN: %tirc --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def moved
# CHECK: [[S:cse_v[0-9]+]] = T.bind(T.Add(A[10], T.uint32(0)))
# CHECK-NEXT: for i in range(4):
# CHECK: O[5] = [[S]]
@T.prim_func
def moved(A: T.Buffer((60,), "uint32"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        v = T.bind(T.truncdiv(O[i] % T.uint32(4), T.uint32(100)))
        O[5] = A[10] + v


# A product with it stands as it is written but for the constant, in the body of T.Let, too.
# CHECK-LABEL: {{^}}def let
# CHECK-COUNT-2: V[0] = T.Let(T.Mul(L0, T.uint16(0)), where={L0: T.Let(L1, where={L1: V[{{cse_v1}}]})})
@T.prim_func
def let(O: T.Buffer((8,), "int32"), V: T.Buffer((8,), "uint16")):
    T.func_attr({"tirx.noalias": True})
    L0 = T.uint16()
    L1 = T.uint16()
    for i in T.unroll(2):
        for j in range(2):
            V[0] = T.Let(L0 * (V[O[0] & 7] % T.uint16(1) // T.uint16(2)), where={L0: T.Let(L1, where={L1: V[O[0] & 7]})})
