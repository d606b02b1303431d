# REQUIRES: isl
# RUN: %tirc --lanes=128 --split-loops=0 --emit=tir %s 2>&1 | FileCheck %s
# Iterations may be done once more however often they store to memory of their own: more than 48 times here.
from tvm.script import tirx as T


# CHECK: def main
# CHECK: for x in range(17, 21, 4):
@T.prim_func(s_tir=True)
def main(A0: T.Buffer((15008,), "uint8"), W0: T.Buffer((2016,), "int8"), O0: T.Buffer((4704,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for x, c in T.grid(21, 32):
        own0 = T.alloc_buffer((1,), "int32")
        own0[0] = 0
        for ry in range(3):
            own0[0] = own0[0]
            own0[0] = own0[0]
            own0[0] = own0[0]
            own0[0] = own0[0]
            own0[0] = own0[0]
            own0[0] = own0[0]
            own0[0] = own0[0]
        own0[0] = T.if_then_else(2 < x * 3, T.Cast("int32", A0[x * 96 + c - 96]), 0) + own0[0]
        own0[0] = T.if_then_else(0 < x, T.Cast("int32", A0[x * 96 + c - 32]), 0) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 32]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 96]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 160]) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 224]), 0) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 288]), 0) + own0[0]
        own0[0] = T.if_then_else(2 < x * 3, T.Cast("int32", A0[x * 96 + c + 2048]), 0) + own0[0]
        own0[0] = T.if_then_else(0 < x, T.Cast("int32", A0[x * 96 + c + 2112]), 0) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 2176]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 2240]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 2304]) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 2368]), 0) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 2432]), 0) + own0[0]
        own0[0] = T.if_then_else(2 < x * 3, T.Cast("int32", A0[x * 96 + c + 4192]), 0) + own0[0]
        own0[0] = T.if_then_else(0 < x, T.Cast("int32", A0[x * 96 + c + 4256]), 0) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 4320]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 4384]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 4448]) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 4512]), 0) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 4576]), 0) + own0[0]
        own0[0] = T.if_then_else(2 < x * 3, T.Cast("int32", A0[x * 96 + c + 6336]), 0) + own0[0]
        own0[0] = T.if_then_else(0 < x, T.Cast("int32", A0[x * 96 + c + 6400]), 0) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 6464]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 6528]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 6592]) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 6656]), 0) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 6720]), 0) + own0[0]
        own0[0] = T.if_then_else(2 < x * 3, T.Cast("int32", A0[x * 96 + c + 8480]), 0) + own0[0]
        own0[0] = T.if_then_else(0 < x, T.Cast("int32", A0[x * 96 + c + 8544]), 0) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 8608]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 8672]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 8736]) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 8800]), 0) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 8864]), 0) + own0[0]
        own0[0] = T.if_then_else(2 < x * 3, T.Cast("int32", A0[x * 96 + c + 10624]), 0) + own0[0]
        own0[0] = T.if_then_else(0 < x, T.Cast("int32", A0[x * 96 + c + 10688]), 0) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 10752]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 10816]) + own0[0]
        own0[0] = T.Cast("int32", A0[x * 96 + c + 10880]) + own0[0]
        own0[0] = T.if_then_else(x < 20, T.Cast("int32", A0[x * 96 + c + 10944]), 0) + own0[0]
        O0[x * 32 + c + 672] = T.max(T.min(own0[0], 100), 0)
