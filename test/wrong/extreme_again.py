# max(max(b, x), b) was max(b, x) to LLVM: NaN where x is, not b.
@T.prim_func(s_tir=True)
def main(F: T.Buffer((8,), "float32"), G: T.Buffer((8,), "float32"), D: T.Buffer((8,), "float64")):
    G[0] = T.max(T.max(T.float32(1), F[0]), T.float32(1))
    G[1] = T.min(T.min(F[1], F[0]), F[1])
    G[2] = T.max(T.max(F[0], F[2]), F[0])
    G[3] = T.max(T.max(F[3], F[0]), F[0])
    G[4] = T.max(F[4], T.max(F[4], F[0]))
    for i in range(8):
        D[i] = T.min(T.min(T.float64(2), D[i]), T.float64(2))
