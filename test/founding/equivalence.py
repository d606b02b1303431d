# The slides and the thread: x+y and y+x, (x+y)+z and x+(y+z), if one wants so.
from tvm.script import tirx as T

@T.prim_func
def terms(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    A[0] = (x + y) * 3
    A[1] = (y + x) * 3
    A[2] = ((x + y) + z) * 5
    A[3] = (x + (y + z)) * 5
