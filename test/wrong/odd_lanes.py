# 31 words and one word again, four times: LLVM goes lane by lane, and repeats a wrong word, where the buffers begin at lines.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((31,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"tirx.noalias": True})
    P = T.alloc_buffer((32,), "int32", align=128)
    for i in range(31):
        P[i] = A[i]
    for j, i in T.grid(4, 32):
        O[j * 32 + i] = P[(j * 32 + i) % 31]
