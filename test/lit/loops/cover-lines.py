# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Steps that go on by half a line of memory are done two by two, by a quarter four by four: differences are computed of whole lines, and shifted.
# RUN: %tirc --emit=tir --target=hexagon -O2 --cover=all --legalize=all -Werror %s | FileCheck %s
# RUN: %tirc --emit=ll --after=lower --target=hexagon -O2 --function=half %s -o - | FileCheck --check-prefix=LINES %s
# RUN: rm -rf %t && mkdir %t && %tirc --run=interp -O0 --function=half %s P=random:7 Q=random:8 O=random:9 --save=%t/i && %tirc --run=hexagon -O2 --cover=all --function=half %s P=random:7 Q=random:8 O=random:9 --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
# RUN: %tirc --run=interp -O0 --function=odd %s P=random:7 Q=random:8 O=random:9 --save=%t/i && %tirc --run=hexagon -O2 --cover=all --function=odd %s P=random:7 Q=random:8 O=random:9 --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
# RUN: %tirc --run=interp -O0 --function=quarter %s P=random:7 Q=random:8 O=random:9 --save=%t/i && %tirc --run=hexagon -O2 --cover=all --function=quarter %s P=random:7 Q=random:8 O=random:9 --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def half
# CHECK: for by in range(4):
# CHECK: part{{[_0-9]*}}[(by * 2 + 1) * 62:
# LINES: define internal void @half.lines(
# LINES-COUNT-62: load <128 x i8>, ptr {{.*}}, align 128
@T.prim_func(s_tir=True)
def half(P: T.Buffer((64, 248), "uint8"), Q: T.Buffer((64, 248), "uint8"), O: T.Buffer((8, 31), "int32")):
    T.func_attr({"tirx.noalias": True})
    for by, bx in T.grid(8, 31):
        O[by, bx] = 0
        for i, j in T.grid(8, 8):
            O[by, bx] = O[by, bx] + T.abs(T.Cast("int32", P[by * 8 + i, bx * 8 + j]) - T.Cast("int32", Q[by * 8 + i, bx * 8 + j]))


# The last step of an odd number is done by itself.  A step is a row of three registers: they share lines.
# CHECK-LABEL: {{^}}def odd
# CHECK: for by in range(3):
# CHECK: part{{[_0-9]*}}[396:428]
@T.prim_func(s_tir=True)
def odd(P: T.Buffer((56, 264), "uint8"), Q: T.Buffer((56, 264), "uint8"), O: T.Buffer((7, 33), "int32")):
    T.func_attr({"tirx.noalias": True})
    for by, bx in T.grid(7, 33):
        O[by, bx] = 0
        for i, j in T.grid(8, 8):
            O[by, bx] = O[by, bx] + T.abs(T.Cast("int32", P[by * 8 + i, bx * 8 + j]) - T.Cast("int32", Q[by * 8 + i, bx * 8 + j]))


# CHECK-LABEL: {{^}}def quarter
# CHECK: for by in range(2):
# CHECK: part{{[_0-9]*}}[(by * 4 + 3) * 62:
@T.prim_func(s_tir=True)
def quarter(P: T.Buffer((32, 248), "uint8"), Q: T.Buffer((32, 248), "uint8"), O: T.Buffer((8, 31), "int32")):
    T.func_attr({"tirx.noalias": True})
    for by, bx in T.grid(8, 31):
        O[by, bx] = 0
        for i, j in T.grid(4, 8):
            O[by, bx] = O[by, bx] + T.abs(T.Cast("int32", P[by * 4 + i, bx * 8 + j]) - T.Cast("int32", Q[by * 4 + i, bx * 8 + j]))
