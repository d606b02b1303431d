# Words, and short rows in a loop, that are loaded before a store and used behind it (hexagon-vc).
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), D: T.Buffer((1024,), "int16"), E: T.Buffer((1024,), "int16"), F: T.Buffer((1024,), "int16")):
    T.func_attr({"tirx.noalias": True})
    w = T.alloc_buffer((128,), "int32")
    for x in range(128):
        w[x] = A[x + 64]
    for x in range(128):
        A[x + 64] = B[x]
    for x in range(128):
        C[x] = T.floordiv(T.Cast("int32", T.Cast("int16", T.Cast("int64", w[x]) * T.int64(1740044099) + T.int64(1073741824) >> T.int64(29))), 2)
    v = T.alloc_buffer((64,), "int16")
    for y in range(3):
        for x in range(64):
            v[x] = D[x + y * 128 + 129]
        for x in range(64):
            D[x + y * 128 + 129] = E[x + 130]
        for x in range(64):
            F[x + y * 128] = D[x + y * 128 + 128] + v[x] + D[x + y * 128 + 132]
