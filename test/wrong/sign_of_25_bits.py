# Doubled and halved in 32 bits, in vectors of several registers: LLVM's instruction selection ended in a signal.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((280,), "int8"), B: T.Buffer((256,), "int32"), C: T.Buffer((256,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(152):
        A[i] = T.Cast("int8", T.max(T.min((T.Div(T.bitwise_not(T.Cast("int32", A[i + 128])), 25) * (T.Cast("int32", A[i + 128]) + T.Cast("int32", A[i + 128])) + 1) >> 1, 88), 34))
    for i in T.vectorized(256):
        B[i] = (B[i] << 7) >> 7
    for i in T.vectorized(256):
        C[i] = T.shift_right(T.shift_left(C[i], T.int16(3)), T.int16(3))
