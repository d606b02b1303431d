# Parts of a register whose words are the same where only LLVM sees it: words that are built in pairs, products of neighbours,
# periods, words of one number.  LLVM 22 would repeat the lowest byte of such a word.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as np; np.save('%t/A.npy', (np.arange(320) * 7 % 251).astype('u1'))"
# RUN: %tirc -O0 --run=interp %s A=@%t/A.npy --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s A=@%t/A.npy --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O2 --run=hexagon %s A=@%t/A.npy --save=%t/o2 && diff -r %t/interp %t/o2
@T.prim_func(s_tir=True)
def main(A: T.Buffer((320,), "uint8"), O: T.Buffer((24,), "int32"), P: T.Buffer((128,), "uint8"), Q: T.Buffer((66,), "uint8"), R: T.Buffer((16,), "int16")):
    T.func_attr({"tirx.noalias": True})
    O[0:24] = T.Cast("int32x24", T.Shuffle([A[136], A[18] + A[63], A[22], T.uint8(70)], [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]))
    P[0:128] = T.Shuffle([A[8:40] * A[8:40], A[16:48], A[0:32] * A[0:32], T.Broadcast(A[146], 32)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127])
    Q[2:66] = T.Shuffle([A[16:80] * A[16:80], A[8:72]], [94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94, 119, 13, 94])
    R[0:16] = T.Cast("int16x16", T.Shuffle([A[29:93] * A[29:93], T.Broadcast(T.uint8(31), 64), A[16:80]], [110, 101, 114, 59, 175, 71, 109, 5, 94, 119, 138, 96, 134, 66, 120, 49]))
