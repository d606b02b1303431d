# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def softmax_f32(A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        T.func_attr({"tir.noalias": True})
        m = T.alloc_buffer((1,), "float32")
        s = T.alloc_buffer((1,), "float32")
        m[0] = A[0]
        for i in range(1023):
            m[0] = T.max(m[0], A[i + 1])
        s[0] = T.float32(0)
        for i in range(1024):
            C[i] = T.exp(A[i] - m[0])
            s[0] = s[0] + C[i]
        for i in range(1024):
            C[i] = C[i] / s[0]
