# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %python -c "import numpy as n; n.save('%t/a.npy', (n.arange(2048) %% 251).astype('uint8')); n.save('%t/h.npy', n.arange(2048, dtype='int16'))"
# RUN: %tirc --run=interp %s --save=%t/interp A=@%t/a.npy H=@%t/h.npy
# RUN: %tirc --run=hexagon -O0 %s --save=%t/hexagon A=@%t/a.npy H=@%t/h.npy
# RUN: cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: cmp %t/interp/D.npy %t/hexagon/D.npy
# RUN: %tirc --run=hexagon -O2 %s --save=%t/hexagon A=@%t/a.npy H=@%t/h.npy
# RUN: cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: cmp %t/interp/D.npy %t/hexagon/D.npy
# Vectors in which the same four bytes, the same two halves, come more than once: put together lane by lane
# LLVM 22 leaves out all but the first byte of those that come most often.
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((2048,), "uint8"), H: T.Buffer((2048,), "int16"), C: T.Buffer((512,), "uint8"),
         D: T.Buffer((512,), "int16")):
    T.func_attr({"tirx.noalias": True})
    C[0:128] = A[T.Ramp(0, 1, 128) % T.Broadcast(8, 128)]
    C[128:256] = A[T.Ramp(0, 1, 128) % T.Broadcast(12, 128) + T.Broadcast(3, 128)]
    C[256:320] = A[T.Ramp(0, 1, 64) // T.Broadcast(8, 64)]
    D[0:64] = H[T.Ramp(0, 1, 64) % T.Broadcast(6, 64)]
    D[64:128] = H[T.Ramp(0, 1, 64) // T.Broadcast(16, 64)]
    D[128:192] = T.Shuffle([H[0:64]], [0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5])
