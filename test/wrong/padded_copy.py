# Rows of 66 bytes that begin with 12 of a constant: LLVM's instruction selection ended in a signal.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((11, 11, 6), "uint8"), B: T.Buffer((11, 11, 6), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i0, i1, i2 in T.grid(11, 11, 6):
        B[i0, i1, i2] = T.if_then_else(1 <= i0 and 2 <= i1, A[i0 - 1, i1 - 2, i2], T.uint8(0))
