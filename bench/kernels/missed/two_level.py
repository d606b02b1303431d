# two_level: a quotient in two loops of unknown extents
# set n 4000
# set m 6
# set y 1000
from tvm.script import tirx as T

@T.prim_func
def two_level(B: T.Buffer((64,), "int32"), n: T.int32, m: T.int32, y: T.int32):
    for i in range(n):
        for j in range(m):
            B[j] = B[j] + y // m
