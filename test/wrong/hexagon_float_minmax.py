# Minimum and maximum of NaN and of zeros with signs: the first operand only where it is less or greater.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((64,), "float32")):
    for i in range(16):
        C[i] = T.min(A[i], B[i])
    for i in range(16):
        D[i] = T.max(A[i], B[i])
    E[0:4] = T.min(A[T.Ramp(0, 1, 4)], B[T.Ramp(0, 1, 4)])
    E[4:8] = T.max(A[T.Ramp(0, 1, 4)], B[T.Ramp(0, 1, 4)])
    E[8:12] = T.min(T.Broadcast(A[1], 4)*A[T.Ramp(3, -1, 4)], A[T.Ramp(0, 1, 4)]+B[T.Ramp(0, 1, 4)])
