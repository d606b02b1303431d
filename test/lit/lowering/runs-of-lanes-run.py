# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %python -c "import numpy as n; n.save('%t/A.npy', (n.arange(6300).reshape(21, 15, 20) * 37 %% 60013).astype('uint16')); n.save('%t/B.npy', (n.arange(256) * 91 %% 251).astype('int16'))"
# RUN: %tirc --run=interp %s --function=main --save=%t/interp A=@%t/A.npy
# RUN: %tirc --run=hexagon -O3 --try-versions=0 %s --function=main --save=%t/hexagon A=@%t/A.npy
# RUN: diff -r %t/interp %t/hexagon
# RUN: %tirc --run=interp %s --function=runs --save=%t/interp B=@%t/B.npy
# RUN: %tirc --run=hexagon -O3 --try-versions=0 %s --function=runs --save=%t/hexagon B=@%t/B.npy
# RUN: diff -r %t/interp %t/hexagon
# RUN: %tirc --target=hexagon -O3 --try-versions=0 -S -o - %s | FileCheck %s
# Runs of lanes out of one register, or two: LLVM finds no network for some, and takes all lanes out one by one.
# CHECK-LABEL: main:
# CHECK-NOT: vinsert
# CHECK: {{vdelta|vrdelta}}
# CHECK: vmux
# CHECK-NOT: vinsert
# CHECK: .size	main
# CHECK-LABEL: runs:
# CHECK-NOT: vinsert
# CHECK: {{vdelta|vrdelta}}
# CHECK-NOT: vinsert
# CHECK: .size	runs
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(O: T.Buffer((9, 6, 20), "uint16"), A: T.Buffer((21, 15, 20), "uint16")):
    T.func_attr({"global_symbol": "main", "tirx.noalias": True})
    for i, j, c in T.grid(9, 6, 20):
        O[i, j, c] = T.uint16(0)
        for r, q in T.grid(3, 3):
            O[i, j, c] = T.Cast("uint16", T.Cast("int32", O[i, j, c]) + T.Cast("int32", A[i * 2 + r, j * 2 + q, c]))


@T.prim_func(s_tir=True)
def runs(O: T.Buffer((256,), "int16"), B: T.Buffer((256,), "int16")):
    T.func_attr({"global_symbol": "runs", "tirx.noalias": True})
    O[0:64] = T.Shuffle([B[0:64], B[64:128]], [0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17, 24, 25, 26, 27, 28, 29, 36, 37, 38, 39, 40, 41, 48, 49, 50, 51, 52, 53, 60, 61, 62, 63, 64, 65, 72, 73, 74, 75, 76, 77, 84, 85, 86, 87, 88, 89, 96, 97, 98, 99, 100, 101, 108, 109, 110, 111, 112, 113, 120, 121, 122, 123])
    O[64:128] = T.Shuffle([B[128:192]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63])
