# The thread: of (w+x) + (y+z) and (w+x)+u, w+x; the slides: (w+x)*(y+z) where z is not in scope yet.
from tvm.script import tirx as T

@T.prim_func
def sub(A: T.Buffer((64,), "int32"), w: T.int32, x: T.int32, y: T.int32, u: T.int32):
    for z in range(8):
        A[z] = (w+x) + (y+z)
        A[z + 8] = (w+x)+u
        A[z + 16] = (w+x)*(y+z)
