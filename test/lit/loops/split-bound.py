# REQUIRES: isl
# RUN: %tirc --emit=tir --split-loops=all --lanes=0 --cse-level=none --no-promote-scalars --unroll-and-jam=0 --explain %s -o %t.py 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: FileCheck %s < %t.py
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/plain && %tirc --split-loops=all --lanes=0 --run=interp %s --save=%t/split && diff -r %t/plain %t/split
# A window of 5 by 5 whose rows are split into five pieces would be 125 copies: its rows stay a loop, in two pieces at the
# borders, and its columns become copies.
# fill A -128 127
# fill W -127 127
from tvm.script import tirx as T


# WHY-NOT: copies of its body: 125
# WHY: split-bound.py:[[@LINE+9]]:5: remark: loop 'y': index-set splitting, at the conditions in it; copies of its body: 50
# CHECK-LABEL: {{^}}def sums
# CHECK: for y in range(2, 10):
# CHECK-NOT: if {{.*}}y
# CHECK: O[y, x, c] =
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((12, 8, 32), "int8"), W: T.Buffer((5, 5, 32), "int8"), O: T.Buffer((12, 8, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(12, 8, 32):
        acc[0] = 0
        for ry, rx in T.grid(5, 5):
            if 2 <= y + ry and y + ry < 14 and 2 <= x + rx and x + rx < 10:
                acc[0] = acc[0] + T.Cast("int32", A[y + ry - 2, x + rx - 2, c]) * T.Cast("int32", W[ry, rx, c])
        O[y, x, c] = acc[0]
