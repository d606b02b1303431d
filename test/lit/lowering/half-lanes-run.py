# Lanes of halves that are put together and computed with: LLVM calls the runtime with one of them above the other.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --run=interp %s --save=%t/interp
# RUN: %tirc --run=hexagon -O0 %s --save=%t/o0 && cmp %t/interp/G.npy %t/o0/G.npy
# RUN: %tirc --run=hexagon -O2 %s --save=%t/o2 && cmp %t/interp/G.npy %t/o2/G.npy
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(F: T.Buffer((64,), "float16"), G: T.Buffer((64,), "float16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        F[i] = T.Cast("float16", T.if_then_else(i % 4 == 1, T.float32(1e9), T.Cast("float32", -i) * T.float32(0.00001)))
    G[T.Ramp(0, 1, 2)] = F[T.Ramp(1, 2, 2)] - T.Broadcast(T.float16(1), 2)
    G[T.Ramp(4, 1, 4)] = F[T.Ramp(1, 2, 4)] - T.Broadcast(T.float16(1), 4)
    G[T.Ramp(8, 1, 8)] = F[T.Ramp(1, 2, 8)] * T.Broadcast(T.float16(3), 8)
    G[T.Ramp(16, 1, 16)] = F[T.Ramp(1, 2, 16)] - T.Broadcast(T.float16(1), 16)
