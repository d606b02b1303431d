# A store and a load of the same bytes behind it: LLVM's hexagon-vc moves one down and the other up.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "uint8"), B: T.Buffer((1024,), "uint8"), C: T.Buffer((1024,), "uint8"), D: T.Buffer((1024,), "uint16"), E: T.Buffer((1024,), "uint16"), F: T.Buffer((1024,), "uint16")):
    for x in range(32):
        C[x] = A[x + 256]
    for x in range(32):
        A[x + 144] = B[x + 1]
    for x in range(32):
        C[x] = A[x + 130] + A[x + 129] + A[x + 129] + C[x]
    w = T.alloc_buffer((32,), "uint16")
    for y in range(3):
        for x in range(32):
            w[x] = D[x + y * 128 + 192]
        for x in range(32):
            D[x + y * 128 + 256] = E[x + 130]
        for x in range(32):
            F[x + y * 128] = D[x + y * 128 + 256] + D[x + y * 128 + 129] + D[x + y * 128 + 132] + w[x]
