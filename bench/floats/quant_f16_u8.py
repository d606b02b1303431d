# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def quant_f16_u8(A: T.Buffer((4096,), "float16"), C: T.Buffer((4096,), "uint8")):
        T.func_attr({"tir.noalias": True})
        for i in range(4096):
            C[i] = T.Cast("uint8", T.max(T.min(T.round(A[i] * T.float16(16)) + T.float16(128), T.float16(255)), T.float16(0)))
