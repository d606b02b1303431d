# A variable with a type is memory, not a name for a value.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), n: T.int32):
    w: T.int32 = 0
    for i in range(5):
        w = w + A[i]
    B[0] = w
