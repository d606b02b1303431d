# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def gelu_erf_f16(A: T.Buffer((4096,), "float16"), C: T.Buffer((4096,), "float16")):
        T.func_attr({"tir.noalias": True})
        for i in range(4096):
            C[i] = A[i] * T.float16(0.5) * (T.float16(1) + T.erf(A[i] * T.float16(0.7071067812)))
