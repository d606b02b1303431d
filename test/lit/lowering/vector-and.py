# UNSUPPORTED: asan
# (What is long here is LLVM and qemu, which are not instrumented.)
# RUN: %tirc -O2 --run=interp %s --save=%t.interp
# RUN: %tirc -O0 --run=jit %s --save=%t.jit
# RUN: cmp %t.interp/O.npy %t.jit/O.npy
# RUN: %tirc -O2 --run=jit %s --save=%t.jit
# RUN: cmp %t.interp/O.npy %t.jit/O.npy
# RUN: %tirc -O0 --run=hexagon %s --save=%t.hexagon
# RUN: cmp %t.interp/O.npy %t.hexagon/O.npy
# RUN: %tirc -O2 --run=hexagon %s --save=%t.hexagon
# RUN: cmp %t.interp/O.npy %t.hexagon/O.npy
# The right side of a vector's "and" or "or" reads memory: it is evaluated if any lane needs it.
from tvm.script import tirx as T

@T.prim_func
def f(O: T.Buffer((512,), "int32"), F: T.Buffer((256,), "int32")):
    for i in range(256):
        F[i] = i * 7 % 50 - 20
    for i in T.vectorized(6):
        O[i] = T.Select(F[i] >= 0 and F[(i * 5 + 6) % 24] <= 9, 1, 2)
    for i in T.vectorized(32):
        O[8 + i] = T.Select(F[i] >= 0 or F[i * 3 % 64 + 6] <= 9, 1, 2)
    for i in T.vectorized(128):
        O[64 + i] = T.Select(F[i] >= 100 and F[i + 6] <= 9, 1, 2)
    for i in T.vectorized(128):
        O[256 + i] = T.Select(F[i] < 100 or F[i + 6] <= 9, 1, 2)
