# The pull request: what only one arm repeats is named at the entry of that arm.
from tvm.script import tirx as T

@T.prim_func
def branch(A: T.Buffer((64,), "int32"), c: T.bool, x: T.int32, y: T.int32, z: T.int32):
    if c:
        A[0] = x * y + z
        A[1] = x * y + z
    else:
        A[2] = x
    A[3] = y
