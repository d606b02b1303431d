# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %python -c "import numpy as n; n.save('%t/A.npy', (n.arange(2560).reshape(4, 640) * 37 %% 251 - 99).astype('int8'))"
# RUN: %tirc --run=interp %s --save=%t/interp A=@%t/A.npy
# RUN: %tirc --run=hexagon -O3 --try-versions=0 %s --save=%t/hexagon A=@%t/A.npy
# RUN: diff -r %t/interp %t/hexagon
# RUN: %tirc --target=hexagon -O3 --try-versions=0 -S -o - %s | FileCheck %s
# Half a register taken out of a whole one: LLVM would take the lanes out one by one.
# CHECK-NOT: vextract
# CHECK-NOT: extractu
# CHECK: vdeal(
# CHECK-NOT: vextract
# CHECK-NOT: extractu
# CHECK: .section	".note
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 640), "int8"), O: T.Buffer((4, 320), "int8")):
    T.func_attr({"global_symbol": "main", "tirx.noalias": True})
    for y, x in T.grid(4, 320):
        O[y, x] = A[y, x * 2]
