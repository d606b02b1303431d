# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Constants that are stored to registers, and registers that are copied, stay so: LLVM makes no memset and no memcpy of them.
# RUN: rm -rf %t && mkdir -p %t/interp %t/o2
# RUN: %python -c "import numpy as n; n.save('%t/A.npy', (n.arange(12800).reshape(64, 200) * 37 %% 251).astype('uint8'))"
# RUN: %tirc --run=interp %s --function=fill --save=%t/interp
# RUN: %tirc --run=hexagon -O2 %s --function=fill --save=%t/o2
# RUN: %tirc --run=interp %s --function=copy A=@%t/A.npy --save=%t/interp
# RUN: %tirc --run=hexagon -O2 %s --function=copy A=@%t/A.npy --save=%t/o2
# RUN: diff -r %t/interp %t/o2
# RUN: %tirc --target=hexagon -O2 -S -o - %s | FileCheck %s
# The mark that keeps LLVM from it goes before code generation.
# CHECK-LABEL: fill:
# CHECK-NOT: {{call|jump}} mem{{set|cpy}}
# CHECK-NOT: vmem{{.*}}:nt
# CHECK: .size	fill
# CHECK-LABEL: copy:
# CHECK-NOT: {{call|jump}} mem{{set|cpy}}
# CHECK: .size	copy
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def fill(O: T.Buffer((64, 200), "uint8"), P: T.Buffer((10000,), "int16")):
    T.func_attr({"global_symbol": "fill", "tirx.noalias": True})
    for y, x in T.grid(64, 200):
        O[y, x] = T.uint8(7)
    for i in range(10000):
        P[i] = T.int16(0)


@T.prim_func(s_tir=True)
def copy(A: T.Buffer((64, 200), "uint8"), O: T.Buffer((64, 210), "uint8")):
    T.func_attr({"global_symbol": "copy", "tirx.noalias": True})
    for y, x in T.grid(64, 200):
        O[y, x] = A[y, x]
