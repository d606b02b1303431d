# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A loop that the model leaves to LLVM's vectoriser is weighed with vectors, too, and has these where its code takes fewer packets.  Steps of
# its loop that are no whole multiple of what its exit is shifted by are counted (384 by 256 in `odd`).
# RUN: %tirc --target=hexagon --cover=0 -O3 --explain --function=plain -c -o %t.o %s 2>&1 | FileCheck --check-prefix=PLAIN %s
# RUN: %tirc --target=hexagon --cover=0 -O3 --explain --function=odd -c -o %t.o %s 2>&1 | FileCheck --check-prefix=ODD %s
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=odd %s --save=%t/a && %tirc -O3 --run=hexagon --cover=0 --function=odd %s --save=%t/b && diff -r %t/a %t/b
# PLAIN: function 'plain' is compiled with vectors instead of LLVM's: {{1[0-9][0-9]|2[0-9][0-9]}} packets a call by its code, with what is told above it takes {{[0-9]+}}
# ODD: function 'odd' is compiled with vectors instead of LLVM's: {{[0-9]+}} packets a call by its code, with what is told above it takes {{[0-9]+}}
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def plain(A: T.Buffer((20000,), "int8"), C: T.Buffer((20000,), "int8")):
    T.func_attr({"global_symbol": "plain", "tirx.noalias": True})
    for f in range(20000):
        C[f] = T.max(A[f], T.int8(3))


@T.prim_func(s_tir=True)
def odd(A: T.Buffer((4224,), "int8"), B: T.Buffer((4224,), "uint8"), O: T.Buffer((4224,), "int16")):
    T.func_attr({"global_symbol": "odd", "tirx.noalias": True})
    for f in range(4224):
        O[f // 128 * 128 + f % 128] = T.Cast("int16", A[f // 128 * 128 + f % 128]) * T.Cast("int16", B[f // 128 * 128 + f % 128])
# UNSUPPORTED: slow-with-sanitizers
