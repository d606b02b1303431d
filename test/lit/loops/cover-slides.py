# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of products whose lanes lie as what they load does: a window that slides is laid out once.
# RUN: rm -rf %t && mkdir %t && grep "^# WAY: " %s | sed "s/^# WAY: //" > %t/ways
# RUN: %tirc --emit=schedule --target=hexagon -O3 --schedule=%t/ways %s | grep -v "^#" | sed "s/  #.*//" | diff - %t/ways
# RUN: %tirc --emit=tir --target=hexagon -O3 --schedule=%t/ways -Werror %s | FileCheck %s
# RUN: %tirc --run=interp --function=rows %s --save=%t/a && %tirc --run=hexagon -O3 --schedule=%t/ways --function=rows %s --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc --run=interp --function=planes %s --save=%t/c && %tirc --run=hexagon -O3 --schedule=%t/ways --function=planes %s --save=%t/d && diff -r %t/c %t/d
# RUN: %tirc --run=interp --function=halves %s --save=%t/e && %tirc --run=hexagon -O3 --schedule=%t/ways --function=halves %s --save=%t/f && diff -r %t/e %t/f
# WAY: rows.O:27 = products(rows=1, flip=1, cover(flat=3, rows=7, lanes=128), cover(flat=3, rows=7, lanes=128, beside=1), cover(flat=3, rows=10, lanes=128), plain, cover(flat=1, rows=32, lanes=32, inside=1, beside=1, by=4), turned(stores=1, cover(flat=3, rows=7, lanes=32)))
# WAY: planes.O:39 = products(rows=1, turned(stores=1, cover(flat=4, rows=1, lanes=128)), plain, cover(flat=1, rows=32, lanes=32, inside=1, beside=1, by=4), cover(flat=3, rows=1, lanes=128))
# WAY: halves.O:51 = products(rows=1, cover(flat=2, rows=64, lanes=64, beside=1), cover(flat=1, rows=32, lanes=32, inside=1, beside=1, by=3), turned(stores=1, cover(flat=2, rows=16, lanes=32)))
# WAY: outputs.O:68 = products(cover(flat=5, rows=2, lanes=128), cover(flat=2, rows=1, lanes=32, inside=1), inside_out(loop=1, loads=1, cover(flat=3, rows=2, lanes=128), turned(stores=1)))
# RUN: %tirc --run=interp --function=outputs %s --save=%t/g && %tirc --run=hexagon -O3 --schedule=%t/ways --function=outputs %s --save=%t/h && diff -r %t/g %t/h
from tvm.script import tirx as T


# Channels are filled up to 8, and rows of pixels lie 9 apart; 5 rows of outputs are added up in blocks of 4 and by itself.
# CHECK-LABEL: {{^}}def rows
# CHECK: words = T.alloc_buffer((648,), "uint8", align=128)
# CHECK: packed = T.alloc_buffer(({{[0-9]+}},), "uint8", align=128)
# CHECK: sums = T.alloc_buffer((320,), "uint32", align=128)
# CHECK: acc_3 = T.alloc_buffer((32,), "uint32"
# CHECK: packed[T.Ramp(lane * 128 + ry * 36 + 364, 1, 128)]
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((9, 9, 7), "int8"), W: T.Buffer((5, 3, 3, 7), "int8"), O: T.Buffer((7, 7, 5), "int32")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for y, x, m in T.grid(7, 7, 5):
        O[y, x, m] = 0
        for ry, rx, c in T.grid(3, 3, 7):
            O[y, x, m] = O[y, x, m] + T.Cast("int32", A[y + ry, x + rx, c]) * T.Cast("int32", W[m, ry, rx, c])


# Planes of pixels, with a number added to each; terms of a word lie planes apart.
# CHECK-LABEL: {{^}}def planes
# CHECK: packed = T.alloc_buffer(({{[0-9]+}},), "uint8", align=128)
@T.prim_func(s_tir=True)
def planes(A: T.Buffer((8, 10, 34), "int8"), W: T.Buffer((4, 3, 3, 8), "int8"), O: T.Buffer((4, 8, 32), "int32")):
    T.func_attr({"global_symbol": "planes", "tirx.noalias": True})
    for m, y, x in T.grid(4, 8, 32):
        O[m, y, x] = 5
        for c, ry, rx in T.grid(8, 3, 3):
            O[m, y, x] = O[m, y, x] + (T.Cast("int32", A[c, y + ry, x + rx]) + 9) * T.Cast("int32", W[m, ry, rx, c])


# Halfwords, two in a word, in a window along one loop alone.
# CHECK-LABEL: {{^}}def halves
# CHECK: packed = T.alloc_buffer(({{[0-9]+}},), "int16", align=128)
@T.prim_func(s_tir=True)
def halves(A: T.Buffer((70, 6), "int16"), W: T.Buffer((6, 5, 6), "int16"), O: T.Buffer((66, 6), "int32")):
    T.func_attr({"global_symbol": "halves", "tirx.noalias": True})
    for x, m in T.grid(66, 6):
        O[x, m] = 0
        for r, c in T.grid(5, 6):
            O[x, m] = O[x, m] + T.Cast("int32", A[x + r, c]) * T.Cast("int32", W[m, r, c])


# What is done to the sums is done for neighbouring pixels, whose outputs lie 16 apart: they are turned behind it.
# CHECK-LABEL: {{^}}def outputs
# CHECK: turned = T.alloc_buffer((1024,), "int8", align=128)
@T.prim_func(s_tir=True)
def outputs(A: T.Buffer((10, 10, 4), "int8"), W: T.Buffer((16, 3, 3, 4), "int8"), b: T.Buffer((16,), "int32"), O: T.Buffer((8, 8, 16), "int8")):
    T.func_attr({"global_symbol": "outputs", "tirx.noalias": True})
    s = T.alloc_buffer((8, 8, 16), "int32")
    for y, x, m in T.grid(8, 8, 16):
        s[y, x, m] = 0
        for ry, rx, c in T.grid(3, 3, 4):
            s[y, x, m] = s[y, x, m] + T.Cast("int32", A[y + ry, x + rx, c]) * T.Cast("int32", W[m, ry, rx, c])
    for y, x, m in T.grid(8, 8, 16):
        O[y, x, m] = T.Cast("int8", T.max(T.min((s[y, x, m] + (b[m] & 1023)) >> 10, 127), -128))
