# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def depthwise_f16(A: T.Buffer((10, 10, 64), "float16"), W: T.Buffer((3, 3, 64), "float16"), C: T.Buffer((8, 8, 64), "float16")):
        T.func_attr({"tir.noalias": True})
        for y, x, c in T.grid(8, 8, 64):
            C[y, x, c] = T.float16(0)
            for dy, dx in T.grid(3, 3):
                C[y, x, c] = C[y, x, c] + A[y + dy, x + dx, c] * W[dy, dx, c]
