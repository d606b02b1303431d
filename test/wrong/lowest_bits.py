# x % 2 as a factor or a condition: LLVM tested the lowest bit of each byte of lanes of 16 and 32 bits.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "int32"), B: T.Buffer((128,), "int16"), C: T.Buffer((128,), "int8"), D: T.Buffer((64,), "int64"), O: T.Buffer((128,), "int32"), P: T.Buffer((128,), "int16"), Q: T.Buffer((128,), "int8"), R: T.Buffer((64,), "int64"), S: T.Buffer((9,), "int32"), U: T.Buffer((17,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in T.vectorized(128):
        O[i] = A[0] * (A[i] % 2)
    for i in T.vectorized(128):
        P[i] = B[1] * (B[i] % T.int16(2)) + T.int16(-3)
    for i in T.vectorized(128):
        Q[i] = C[0] * (C[i] % T.int8(2))
    for i in T.vectorized(64):
        R[i] = D[0] * (D[i] % T.int64(2))
    S[T.Ramp(0, 1, 9)] = A[1] * (A[T.Ramp(64, 1, 9)] % 2) % 4 + -1
    U[T.Ramp(0, 1, 17)] = B[2] * (B[T.Ramp(64, 1, 17)] % T.Broadcast(T.int16(2), 17))
