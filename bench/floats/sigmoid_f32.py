# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def sigmoid_f32(A: T.Buffer((4096,), "float32"), C: T.Buffer((4096,), "float32")):
        T.func_attr({"tir.noalias": True})
        for i in range(4096):
            C[i] = T.sigmoid(A[i])
