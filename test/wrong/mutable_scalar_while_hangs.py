# The same in the condition of a while.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), n: T.int32):
    w: T.int32 = 0
    while w * w < n:
        w = w + 1
        B[w + 120] = w * w + B[w + 119]
    B[200] = w * w
