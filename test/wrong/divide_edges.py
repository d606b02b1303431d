# Quotients and remainders by numbers of each row, which have reciprocals: all that is at the edge of a type, and what is below 0.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((24, 64), "int32"), D: T.Buffer((24,), "int32"), U: T.Buffer((24, 64), "uint32"), V: T.Buffer((24,), "uint32"), H: T.Buffer((24, 64), "int16"), E: T.Buffer((24,), "int16"), Q: T.Buffer((24, 64), "int32"), R: T.Buffer((24, 64), "int32"), S: T.Buffer((24, 64), "int32"), W: T.Buffer((24, 64), "uint32"), X: T.Buffer((24, 64), "uint32"), Y: T.Buffer((24, 64), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(24, 64):
        Q[i, j] = A[i, j] // D[i]
    for i, j in T.grid(24, 64):
        R[i, j] = A[i, j] % D[i]
    for i, j in T.grid(24, 64):
        S[i, j] = T.truncdiv(A[i, j], D[i]) - T.truncmod(A[i, j], D[i])
    for i, j in T.grid(24, 64):
        W[i, j] = U[i, j] // V[i]
    for i, j in T.grid(24, 64):
        X[i, j] = U[i, j] % V[i]
    for i, j in T.grid(24, 64):
        Y[i, j] = H[i, j] // E[i] + T.truncmod(H[i, j], E[i])
