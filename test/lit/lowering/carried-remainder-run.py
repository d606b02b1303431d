# What LLVM splits off when it unrolls a loop that its pipeliner must leave alone: a hint says that of that, too.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as n; n.save('%t/U.npy', (n.arange(4096) * 7919 %% 1000).astype('uint32'))"
# RUN: %tirc -O0 --run=interp %s U=@%t/U.npy n=3 --save=%t/interp
# RUN: %tirc -O2 --lanes=0 --run=hexagon %s U=@%t/U.npy n=3 --save=%t/o2
# RUN: %tirc -O3 --lanes=0 --run=hexagon %s U=@%t/U.npy n=3 --save=%t/o3
# RUN: cmp %t/interp/U.npy %t/o2/U.npy && cmp %t/interp/U.npy %t/o3/U.npy
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(U: T.Buffer((4096,), "uint32", align=128), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for j in range(n):
        U[T.Ramp(j * 32 + 64, 1, 32)] = U[T.Ramp(j * 32 + 31, 1, 32)] + U[T.Ramp(j * 32 + 64, 1, 32)] + U[T.Ramp(j * 32 + 32, 1, 32)] + U[T.Ramp(2048 + j * 32 + 31, 1, 32)] + U[T.Ramp(2048 + j * 32 + 64, 1, 32)] + U[T.Ramp(2048 + j * 32 + 32, 1, 32)]
        U[T.Ramp(3072 + j * 32, 1, 32)] = T.max(U[T.Ramp(j * 32, 1, 32)], U[T.Ramp(j * 32 + 32, 1, 32)]) + T.max(U[T.Ramp(j * 32 + 64, 1, 32)], U[T.Ramp(j * 32 + 96, 1, 32)])
