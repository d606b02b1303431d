# The slides and the thread: index computations that an unrolled loop repeats.
from tvm.script import tirx as T

@T.prim_func
def unrolled(A: T.Buffer((8192,), "int32"), B: T.Buffer((16384,), "int32")):
    for i, j in T.grid(16, 16):
        A[i*256 + j*16 + 0] = B[i*256 + j*16 + 4096]
        A[i*256 + j*16 + 1] = B[i*256 + j*16 + 4097]
