# A row of the iteration before is kept in memory: loops over its elements.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def carried_s(A: T.Buffer((128, 32), "int32", align=128), B: T.Buffer((64, 32), "int32", align=128)):
    T.func_attr({"tirx.noalias": True})
    t = T.alloc_buffer((32,), "int32")
    for x in range(32):
        t[x] = 0
    for y in range(64):
        for x in range(32):
            B[y, x] = A[y * 2, x] - t[x]
        for x in range(32):
            t[x] = A[y * 2 + 1, x]
