# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# conv3x3-pad
# kind: llvm
# realistic: padded 3x3 convolution, unrolled taps
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for h in range(n):
        for w in range(n):
            for kh in T.unroll(3):
                for kw in T.unroll(3):
                    B[h * n + w] = B[h * n + w] + T.if_then_else(T.And(T.And(0 <= h + kh - 1, h + kh - 1 < n), T.And(0 <= w + kw - 1, w + kw - 1 < n)), A[(h + kh - 1) * n + (w + kw - 1)], 0) * C[kh * 3 + kw]
