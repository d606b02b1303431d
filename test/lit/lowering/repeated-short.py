# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %python -c "import numpy as n; [n.save('%t/%%s.npy' %% x, (n.arange(128) * 37 %% 251 - 99).astype(t)) for x, t in (('A', 'int8'), ('H', 'uint16'), ('W', 'int32'))]"
# RUN: %tirc --run=interp %s --save=%t/interp A=@%t/A.npy H=@%t/H.npy W=@%t/W.npy
# RUN: %tirc --run=hexagon -O0 %s --save=%t/hexagon A=@%t/A.npy H=@%t/H.npy W=@%t/W.npy
# RUN: diff -r %t/interp %t/hexagon
# RUN: %tirc --run=hexagon -O2 %s --save=%t/hexagon A=@%t/A.npy H=@%t/H.npy W=@%t/W.npy
# RUN: diff -r %t/interp %t/hexagon
# RUN: %tirc --target=hexagon -O2 --emit=asm -o - %s | FileCheck %s
# Vectors that LLVM 22 puts together word by word: of the word that comes most often it would repeat the first byte, or half.
# CHECK-LABEL: words:
# CHECK-NOT: .b = vsplat
# CHECK: {{vrdelta|vdelta|vlut32}}
# CHECK-LABEL: main:
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def words(W: T.Buffer((128,), "int32"), D: T.Buffer((32,), "int32")):
    T.func_attr({"tirx.noalias": True})
    D[0:32] = T.Shuffle([W[6:10]], [3, 3, 0, 0, 1, 2, 3, 3, 3, 1, 1, 2, 2, 2, 3, 0, 3, 3, 0, 1, 1, 0, 1, 0, 0, 1, 2, 2, 2, 2, 1, 0])


@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "int8"), H: T.Buffer((128,), "uint16"), W: T.Buffer((128,), "int32"), B: T.Buffer((576,), "int8"),
         C: T.Buffer((192,), "uint16"), D: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    # 16 bytes four times; lanes of two vectors; scalars
    B[0:64] = T.Shuffle([A[0:16]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    B[64:128] = T.Shuffle([A[3:35], T.Broadcast(T.int8(63), 32)], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 25])
    B[128:192] = T.Shuffle([A[1], A[2], A[9], A[2] + A[7], A[5]], [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3])
    # conditions
    B[192:320] = T.Select(T.Shuffle([A[1] < A[2], A[3] < A[4], A[9] < A[8]], [0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0, 1, 0, 0, 0]), A[0:128], T.Broadcast(T.int8(1), 128))
    # the same element from two loads
    C[0:64] = T.Shuffle([H[8:24], H[24:40], H[16:32], H[30:46]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63])
    C[64:128] = T.Shuffle([H[1:5]], [0, 2, 0, 3, 1, 3, 2, 0, 2, 1, 3, 1, 0, 2, 0, 3, 1, 3, 2, 0, 2, 1, 3, 1, 0, 2, 0, 3, 1, 3, 2, 0, 2, 1, 3, 1, 0, 2, 0, 3, 1, 3, 2, 0, 2, 1, 3, 1, 0, 2, 0, 3, 1, 3, 2, 0, 2, 1, 3, 1, 0, 2, 0, 3])
    C[128:192] = T.Select(T.Shuffle([H[0:4] < H[8:12]], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 1]), H[3:67], T.Broadcast(T.uint16(1), 64))
    D[0:64] = T.Cast("int32x64", T.Shuffle([A[0:16]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]))
# UNSUPPORTED: slow-with-sanitizers
