# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def rope_f16(A: T.Buffer((16, 128), "float16"), K: T.Buffer((64,), "float16"), S: T.Buffer((64,), "float16"), C: T.Buffer((16, 128), "float16")):
        T.func_attr({"tir.noalias": True})
        for h, i in T.grid(16, 64):
            C[h, i] = A[h, i] * K[i] - A[h, i + 64] * S[i]
            C[h, i + 64] = A[h, i + 64] * K[i] + A[h, i] * S[i]
