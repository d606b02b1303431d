# An address of n + (n + n): LLVM's instruction selection ended the process at -O0.
@T.prim_func(s_tir=True)
def main(B: T.Buffer((128,), "uint64"), S: T.Buffer((64,), "int16"), n: T.int32, m: T.int32):
    B[n + 1] = B[n + (n + n)]
    B[m] = B[m + m + m]
    S[n + (n + n)] = S[n]
