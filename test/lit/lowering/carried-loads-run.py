# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Floats that are loaded and kept for the next iteration, in loops whose rests are loops: behind these LLVM 22's software pipeliner takes the loads of another iteration.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as n; n.save('%t/F.npy', (n.arange(1024) * 7919 %% 100).astype('float32'))"
# RUN: %tirc -O0 --run=interp %s F=@%t/F.npy n=5 --save=%t/interp
# RUN: %tirc -O2 --predictive-commoning=all --lanes=0 --run=hexagon %s F=@%t/F.npy n=5 --save=%t/o2
# RUN: cmp %t/interp/G.npy %t/o2/G.npy
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(F: T.Buffer((1024,), "float32", align=128), G: T.Buffer((1024,), "float32", align=128), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(3):
        for j in range(i + n):
            G[i * 64 + j * 3] = F[i * 64 + j * 3] + F[i * 64 + j * 3 + 6] + F[i * 64 + j * 3 + 9]
            G[i * 64 + j * 3] = (F[i * 64 + j * 3] + F[i * 64 + j * 3 + 3]) + (F[i * 64 + j * 3 + 3] + F[i * 64 + j * 3 + 6])
            G[i * 64 + j * 3] = (F[(i + 2) * 64 + j * 3 + 3] + F[(i + 2) * 64 + j * 3 + 6] + F[i * 64 + j * 3 + 1] + F[i * 64 + j * 3 + 6]
                                 + F[i * 64 + j * 3 + 3 + 64] + F[i * 64 + j * 3 + 6 + 64])
