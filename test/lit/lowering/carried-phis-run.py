# A value that is kept for two iterations: LLVM 22's software pipeliner crashes on such a loop.
# RUN: %tirc -O2 --target=hexagon -c -o %t.o %s
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as n; n.save('%t/F.npy', (n.arange(203) * 7919 %% 1000).astype('float32'))"
# RUN: %tirc -O0 --run=interp %s F=@%t/F.npy n=13 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon %s F=@%t/F.npy n=13 --save=%t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s F=@%t/F.npy n=13 --save=%t/o3
# RUN: cmp %t/interp/G.npy %t/o2/G.npy && cmp %t/interp/G.npy %t/o3/G.npy
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(F: T.Buffer((203,), "float32"), G: T.Buffer((200,), "float32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for j in range(n):
        G[j] = (F[j] - T.float32(0.5) - F[j + 1]) - (F[j + 2] - T.float32(0.5) - F[j + 3])
