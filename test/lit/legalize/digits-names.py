# RUN: %tirc --emit=tir --after=legalize --legalize=digits --verify-each %s | FileCheck %s
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(256, dtype='float32').reshape(4, 64))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy
# RUN: %tirc --run=interp --legalize=digits --no-cse --no-loops --save=%t.2 %s A=@%t.a.npy
# RUN: cmp %t.1/P.npy %t.2/P.npy
# Names of digits, and names made of them: a nest is split once more where no loop changes its place, and
# its names stand for the digits of that nest.
# CHECK: for w_0, w_1 in T.grid(2, 4):
# CHECK-NEXT: c: T.let[T.int32] = w_1
# CHECK-NEXT: for a, f_0, f_1 in T.grid(4, 4, 10):
# CHECK: s: T.let[T.int32] = w_1 * 2 + f_0
# CHECK-NEXT: P[a * 40 + f_0 * 10 + f_1] =
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 64), "float32"), P: T.Buffer((160,), "float32")):
    T.func_attr({"tirx.noalias": True})
    A_1 = A.view(256)
    for w in range(8):
        c: T.let[T.int32] = w % 4
        for a, f in T.grid(4, 40):
            q: T.let[T.int32] = f // 10
            r: T.let[T.int32] = f % 10
            s: T.let[T.int32] = c * 2 + q
            P[a * 40 + f] = T.if_then_else(1 <= s and s < 9 and 1 <= r and r < 9, A_1[a * 64 + c * 8 + q * 8 + r - 9], T.float32(0.0))
