# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# svdf_s8: one step of a layer of a memory (svdf), batch 4, 64 in, 64 out, rank 1, 16 steps
# remembered, int8; its state moves on
# fill A -128 127
# fill W -127 127
# fill V -127 127
# fill bias -3000 3000
# fill state -128 127
@T.prim_func(s_tir=True)
def svdf_s8(A: T.Buffer((4, 64), "int8"), W: T.Buffer((64, 64), "int8"), V: T.Buffer((64, 16), "int8"), bias: T.Buffer((64,), "int32"), state: T.Buffer((4, 64, 16), "int8"), O: T.Buffer((4, 64), "int8")):
    T.func_attr({"global_symbol": "svdf_s8", "tirx.noalias": True})
    A_1 = A.view(256)
    W_1 = W.view(4096)
    V_1 = V.view(1024)
    state_1 = state.view(4096)
    O_1 = O.view(256)
    acc = T.alloc_buffer((1,), "int32")
    for b, f in T.grid(4, 64):
        for t in range(15):
            state_1[b * 1024 + f * 16 + t] = state_1[b * 1024 + f * 16 + t + 1]
        acc[0] = 0
        for k in range(64):
            acc[0] = acc[0] + T.Cast("int32", W_1[f * 64 + k]) * (T.Cast("int32", A_1[b * 64 + k]) + 10)
        state_1[b * 1024 + f * 16 + 15] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(acc[0], 1202590843, 31, -9), 127), -128))
    for b, f in T.grid(4, 64):
        acc[0] = bias[f]
        for t in range(16):
            acc[0] = acc[0] + T.Cast("int32", V_1[f * 16 + t]) * T.Cast("int32", state_1[b * 1024 + f * 16 + t])
        O_1[b * 64 + f] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(acc[0], 1932735283, 31, -8) - 5, 127), -128))
