# max(max(c, x), c) was max(c, x) to LLVM, NaN where x is, where it got to know c and the first maximum through memory.
@T.prim_func(s_tir=True)
def main(F: T.Buffer((8,), "float32"), G: T.Buffer((16,), "float32"), D: T.Buffer((8,), "float64"), H: T.Buffer((8,), "float16")):
    G[0] = T.max(T.float32(1), F[0])
    G[1] = T.max(G[0], T.float32(1))
    G[2] = T.min(T.float32(-3), F[1])
    G[3] = T.min(G[2], T.float32(-3))
    G[4] = T.max(T.float32(0), F[2])
    G[5] = T.max(G[4], T.float32(0))
    G[6] = T.Select(T.float32(2) >= F[3], T.float32(2), F[3])
    G[7] = T.Select(G[6] >= T.float32(2), G[6], T.float32(2))
    G[8] = T.if_then_else(F[4] > T.float32(0.5), T.float32(0.5), F[4])
    G[9] = T.min(G[8], T.float32(0.5))
    G[10] = T.max(T.float32(-0.0), F[5])
    G[11] = T.min(T.float32(1e-45), F[5])
    if T.float32(1.5) > F[6]:
        G[12] = T.float32(1.5)
    else:
        G[12] = F[6]
    G[13] = T.max(G[12], T.float32(1.5))
    for i in range(8):
        D[i] = T.min(T.float64(2), D[i])
    for i in range(8):
        D[i] = T.min(D[i], T.float64(2))
    for i in range(8):
        H[i] = T.max(T.float16(0.25), H[i])
    for i in range(8):
        H[i] = T.max(H[i], T.float16(0.25))
