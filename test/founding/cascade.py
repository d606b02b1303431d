# The thread: what lowering C[x, y] = C[x, y] + A[x, k] * B[y, k] to one dimension repeats.
from tvm.script import tirx as T

@T.prim_func
def cascade(A: T.Buffer((16384,), "float32"), B: T.Buffer((16384,), "float32"), C: T.Buffer((16384,), "float32")):
    for x, y, k in T.grid(128, 128, 128):
        C[x*128 + y] = C[x*128 + y] + A[x*128 + k] * B[y*128 + k]
