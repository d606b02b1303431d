# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def matmul_f16f32(A: T.Buffer((16, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((16, 64), "float32")):
        T.func_attr({"tir.noalias": True})
        for i, j in T.grid(16, 64):
            C[i, j] = T.float32(0)
        for i, k, j in T.grid(16, 64, 64):
            C[i, j] = C[i, j] + T.Cast("float32", A[i, k]) * T.Cast("float32", B[k, j])
