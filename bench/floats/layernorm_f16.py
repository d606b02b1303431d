# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def layernorm_f16(A: T.Buffer((8, 512), "float16"), G: T.Buffer((512,), "float16"), B: T.Buffer((512,), "float16"), C: T.Buffer((8, 512), "float16")):
        T.func_attr({"tir.noalias": True})
        m = T.alloc_buffer((1,), "float32")
        v = T.alloc_buffer((1,), "float32")
        for r in range(8):
            m[0] = T.float32(0)
            v[0] = T.float32(0)
            for i in range(512):
                m[0] = m[0] + T.Cast("float32", A[r, i])
                v[0] = v[0] + T.Cast("float32", A[r, i]) * T.Cast("float32", A[r, i])
            for i in range(512):
                C[r, i] = T.Cast("float16", (T.Cast("float32", A[r, i]) - m[0] * T.float32(0.001953125)) * T.rsqrt(v[0] * T.float32(0.001953125) - m[0] * m[0] * T.float32(3.814697265625e-06) + T.float32(1e-5)) * T.Cast("float32", G[i]) + T.Cast("float32", B[i]))
