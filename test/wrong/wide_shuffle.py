# Words that repeat in vectors of more than eight registers.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), O: T.Buffer((320,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in T.vectorized(320):
        O[i] = A[i % 32 * (i // 7 % 3) % 64]
