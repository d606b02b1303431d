# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where LLVM is to divide vectors of floats, with qfloat, it makes 10,000 lines of a quotient in a loop: lanes are divided in a loop.  With -mhvx-ieee-fp it is done by bits.
# RUN: %tirc --target=hexagon -mcpu=hexagonv73 -mhvx-qfloat -O0 --emit=ll -o - %s | FileCheck %s
# RUN: %tirc --target=hexagon -mcpu=hexagonv73 -mhvx-qfloat -O3 --try-versions=0 -S -o %t.s %s
# RUN: %python -c "import sys; sys.exit(len(open(sys.argv[1]).readlines()) > 2000)" %t.s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --target=hexagon -mcpu=hexagonv73 -mhvx-qfloat -O2 -c -o %t/k.o %s 2>&1 | count 0
# CHECK: lanes:
# CHECK: fdiv float
# CHECK-NOT: fdiv <
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4096,), "float32", align=128), B: T.Buffer((4096,), "float32", align=128), C: T.Buffer((4096,), "float32", align=128)):
    T.func_attr({"tirx.noalias": True})
    for i in range(128):
        C[i * 32:i * 32 + 32] = A[i * 32:i * 32 + 32] / B[i * 32:i * 32 + 32]
