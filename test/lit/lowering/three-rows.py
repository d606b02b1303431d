# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %python -c "import numpy as n; [n.save('%t/%%s.npy' %% x, (n.arange(512).reshape(4, 128) * k %% 251).astype('uint8')) for x, k in (('A', 37), ('B', 41), ('D', 53))]"
# RUN: %tirc --run=interp %s --save=%t/interp A=@%t/A.npy B=@%t/B.npy D=@%t/D.npy
# RUN: %tirc --run=hexagon -O3 --try-versions=0 %s --save=%t/hexagon A=@%t/A.npy B=@%t/B.npy D=@%t/D.npy
# RUN: diff -r %t/interp %t/hexagon
# RUN: %tirc --target=hexagon -O3 --try-versions=0 -S -o - %s | FileCheck %s
# Lines of three registers' bytes each: LLVM would take all lanes out and put each in, and need seconds for it.
# CHECK-LABEL: main:
# CHECK-NOT: vinsert
# CHECK-NOT: vextract
# CHECK: vrdelta
# CHECK-NOT: vinsert
# CHECK-NOT: vextract
# CHECK: .size	main
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 128), "uint8"), B: T.Buffer((4, 128), "uint8"), D: T.Buffer((4, 128), "uint8"), O: T.Buffer((4, 384), "uint8")):
    T.func_attr({"global_symbol": "main", "tirx.noalias": True})
    for y, x in T.grid(4, 128):
        O[y, x * 3] = A[y, x]
        O[y, x * 3 + 1] = B[y, x]
        O[y, x * 3 + 2] = D[y, x]
