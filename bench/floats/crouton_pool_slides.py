# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def crouton_pool(A: T.Buffer((1, 2, 2, 1, 8, 2, 32, 2), "float16"), avg: T.Buffer((1, 1, 1, 1, 8, 2, 32, 2), "float16")):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-unknown-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-unknown-linux-gnu", "tag": ""}), "tirx.noalias": True})
        sum = T.alloc_buffer((64,))
        A_1 = A.view(4096)
        avg_1 = avg.view(1024)
        for h_1, w_1_0 in T.grid(8, 2):
            for ax2, ax3, ax0_ax1_fused in T.grid(3, 3, 64):
                if ax2 == 0 and ax3 == 0:
                    sum[ax0_ax1_fused] = T.float32(0.0)
                sum[ax0_ax1_fused] = sum[ax0_ax1_fused] + T.Cast("float32", A_1[(h_1 + ax2) // 8 * 2048 + ((ax0_ax1_fused // 32 + ax3) // 2 + w_1_0) // 2 * 1024 + (h_1 + ax2) % 8 * 128 + ((ax0_ax1_fused // 32 + ax3) // 2 + w_1_0) % 2 * 64 + ax0_ax1_fused % 32 * 2 + (ax0_ax1_fused // 32 + ax3) % 2])
            avg_1[h_1 * 128 + w_1_0 * 64:h_1 * 128 + w_1_0 * 64 + 64] = T.Cast("float16x64", sum[T.Ramp(0, 1, 64) % T.Broadcast(2, 64) * T.Broadcast(32, 64) + T.Ramp(0, 1, 64) // T.Broadcast(2, 64)] * T.Broadcast(T.float32(0.1111111111111111), 64))