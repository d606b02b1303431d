# What is loaded before a store is used behind it: LLVM's hexagon-vc loads the last line of it anew, too late.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int16"), B: T.Buffer((1024,), "int16"), C: T.Buffer((1024,), "int16")):
    T.func_attr({"tirx.noalias": True})
    w = T.alloc_buffer((128,), "int16")
    for x in range(128):
        w[x] = A[x + 128]
    for x in range(128):
        A[x + 128] = B[x + 1]
    for x in range(128):
        C[x] = w[x] + A[x + 192]
