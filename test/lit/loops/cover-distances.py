# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --lanes=all --cover=all --cse-level=none --explain %s -o %t.py 2> %t.why
# RUN: FileCheck %s < %t.py
# RUN: FileCheck --check-prefix=WHY --implicit-check-not="warnin{{g}}:" %s < %t.why
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=data %s --save=%t/data
# RUN: %tirc -O0 --run=interp --function=sums %s P=@%t/data/P.npy Q=@%t/data/Q.npy --save=%t/a && %tirc -O2 --cover=all --run=hexagon --function=sums %s P=@%t/data/P.npy Q=@%t/data/Q.npy --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc -O0 --run=interp --function=squares %s P=@%t/data/P.npy Q=@%t/data/Q.npy --save=%t/c && %tirc -O2 --cover=all --run=hexagon --function=squares %s P=@%t/data/P.npy Q=@%t/data/Q.npy --save=%t/d && diff -r %t/c %t/d
# RUN: %tirc -O0 --run=interp --function=below %s P=@%t/data/P.npy Q=@%t/data/Q.npy --save=%t/e && %tirc -O2 --cover=all --run=hexagon --function=below %s P=@%t/data/P.npy Q=@%t/data/Q.npy --save=%t/f && diff -r %t/e %t/f
# RUN: %tirc -O2 --cover=all --target=hexagon --function=sums %s -S -o - | FileCheck --check-prefix=ASM %s
# Distances of bytes are bytes, of which an instruction adds up four.
# WHY: remark: loop 'y': what it stores is covered by registers
from tvm.script import tirx as T


# Three words a block: 12 bytes.
# CHECK-LABEL: {{^}}def sums
# CHECK: part = T.alloc_buffer((186,), "int32", align=128)
# CHECK: T.max([[A:[a-z0-9_]+]]{{.*}} - T.min(
# ASM: vabsdiff
# ASM: vrmpy
@T.prim_func(s_tir=True)
def sums(P: T.Buffer((24, 372), "uint8"), Q: T.Buffer((24, 372), "uint8"), O: T.Buffer((2, 31), "int32")):
    T.func_attr({"global_symbol": "sums", "tirx.noalias": True})
    for y, x in T.grid(2, 31):
        O[y, x] = 0
        for i, j in T.grid(12, 12):
            O[y, x] = O[y, x] + T.abs(T.Cast("int32", P[y * 12 + i, x * 12 + j]) - T.Cast("int32", Q[y * 12 + i, x * 12 + j]))


# CHECK-LABEL: {{^}}def squares
# CHECK: T.max({{.*}} - T.min(
@T.prim_func(s_tir=True)
def squares(P: T.Buffer((24, 372), "uint8"), Q: T.Buffer((24, 372), "uint8"), O: T.Buffer((3, 31), "int32")):
    T.func_attr({"global_symbol": "squares", "tirx.noalias": True})
    for y, x in T.grid(3, 31):
        O[y, x] = 0
        for i, j in T.grid(8, 12):
            O[y, x] = O[y, x] + (T.Cast("int32", P[y * 8 + i, x * 12 + j]) - T.Cast("int32", Q[y * 8 + i, x * 12 + j])) * (T.Cast("int32", P[y * 8 + i, x * 12 + j]) - T.Cast("int32", Q[y * 8 + i, x * 12 + j]))


# The lesser number less the larger one is no distance.
# CHECK-LABEL: {{^}}def below
# CHECK-NOT: T.max(
@T.prim_func(s_tir=True)
def below(P: T.Buffer((24, 372), "uint8"), Q: T.Buffer((24, 372), "uint8"), O: T.Buffer((3, 31), "int32")):
    T.func_attr({"global_symbol": "below", "tirx.noalias": True})
    for y, x in T.grid(3, 31):
        O[y, x] = 0
        for i, j in T.grid(8, 12):
            O[y, x] = O[y, x] + T.Select(P[y * 8 + i, x * 12 + j] >= Q[y * 8 + i, x * 12 + j], T.Cast("int32", Q[y * 8 + i, x * 12 + j]) - T.Cast("int32", P[y * 8 + i, x * 12 + j]), T.Cast("int32", P[y * 8 + i, x * 12 + j]) - T.Cast("int32", Q[y * 8 + i, x * 12 + j]))


# CHECK-LABEL: {{^}}def data
@T.prim_func(s_tir=True)
def data(P: T.Buffer((24, 372), "uint8"), Q: T.Buffer((24, 372), "uint8")):
    T.func_attr({"global_symbol": "data"})
    for a, b in T.grid(24, 372):
        P[a, b] = T.Cast("uint8", (a * 37 + b * 101) % 256)
        Q[a, b] = T.Cast("uint8", (a * 91 + b * 53 + 7) % 256)

# UNSUPPORTED: slow-with-sanitizers
