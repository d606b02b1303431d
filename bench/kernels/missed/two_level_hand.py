from tvm.script import tirx as T

@T.prim_func
def two_level_hand(B: T.Buffer((64,), "int32"), n: T.int32, m: T.int32, y: T.int32):
    t: T.let[T.int32] = T.if_then_else(0 < n and 0 < m, y // m, 0)
    for i in range(n):
        for j in range(m):
            B[j] = B[j] + t
