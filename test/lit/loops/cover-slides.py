# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of products whose lanes lie as what they load does: a window that slides is laid out once.
# RUN: rm -rf %t && mkdir %t && grep "^# WAY: " %s | sed "s/^# WAY: //" > %t/ways
# RUN: %tirc --emit=schedule --target=hexagon -O3 --schedule=%t/ways %s | grep -v "^#\|^data" | sed "s/  #.*//" | diff - %t/ways
# RUN: %tirc --emit=tir --target=hexagon -O3 --schedule=%t/ways -Werror %s | FileCheck %s
# WAY: rows.O:27 = products(rows=1, flip=1, cover(flat=3, rows=7, lanes=128), cover(flat=3, rows=7, lanes=128, beside=1), cover(flat=3, rows=10, lanes=128), plain, cover(flat=1, rows=32, lanes=32, inside=1, beside=1, by=4), turned(stores=1, cover(flat=3, rows=7, lanes=32)))
# WAY: planes.O:39 = products(rows=1, turned(stores=1, cover(flat=4, rows=1, lanes=128)), plain, cover(flat=1, rows=32, lanes=32, inside=1, beside=1, by=4), cover(flat=3, rows=1, lanes=128))
# WAY: halves.O:51 = products(rows=1, cover(flat=2, rows=64, lanes=64, beside=1), cover(flat=1, rows=32, lanes=32, inside=1, beside=1, by=3), turned(stores=1, cover(flat=2, rows=16, lanes=32)))
# WAY: outputs.O:68 = products(cover(flat=5, rows=2, lanes=128), cover(flat=2, rows=1, lanes=32, inside=1), inside_out(loop=1, loads=1, cover(flat=3, rows=2, lanes=128), turned(stores=1)))
# RUN: %tirc --run=interp --function=data_rows %s --save=%t/rows && %tirc --run=interp --function=rows %s A=@%t/rows/A.npy W=@%t/rows/W.npy --save=%t/i && %tirc --run=hexagon -O3 --schedule=%t/ways --function=rows %s A=@%t/rows/A.npy W=@%t/rows/W.npy --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
# RUN: %tirc --run=interp --function=data_planes %s --save=%t/planes && %tirc --run=interp --function=planes %s A=@%t/planes/A.npy W=@%t/planes/W.npy --save=%t/i && %tirc --run=hexagon -O3 --schedule=%t/ways --function=planes %s A=@%t/planes/A.npy W=@%t/planes/W.npy --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
# RUN: %tirc --run=interp --function=data_halves %s --save=%t/halves && %tirc --run=interp --function=halves %s A=@%t/halves/A.npy W=@%t/halves/W.npy --save=%t/i && %tirc --run=hexagon -O3 --schedule=%t/ways --function=halves %s A=@%t/halves/A.npy W=@%t/halves/W.npy --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
# RUN: %tirc --run=interp --function=data_outputs %s --save=%t/outputs && %tirc --run=interp --function=outputs %s A=@%t/outputs/A.npy W=@%t/outputs/W.npy b=@%t/outputs/b.npy --save=%t/i && %tirc --run=hexagon -O3 --schedule=%t/ways --function=outputs %s A=@%t/outputs/A.npy W=@%t/outputs/W.npy b=@%t/outputs/b.npy --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
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


@T.prim_func(s_tir=True)
def data_rows(A: T.Buffer((9, 9, 7), "int8"), W: T.Buffer((5, 3, 3, 7), "int8")):
    T.func_attr({"global_symbol": "data_rows", "tirx.noalias": True})
    for i, j, k in T.grid(9, 9, 7):
        A[i, j, k] = T.Cast("int8", (i * 37 + j * 11 + k * 53 + 3) * 29 % 255 - 127)
    for i, j, k, l in T.grid(5, 3, 3, 7):
        W[i, j, k, l] = T.Cast("int8", (i * 11 + j * 53 + k * 91 + l * 37 + 8) * 29 % 255 - 127)


@T.prim_func(s_tir=True)
def data_planes(A: T.Buffer((8, 10, 34), "int8"), W: T.Buffer((4, 3, 3, 8), "int8")):
    T.func_attr({"global_symbol": "data_planes", "tirx.noalias": True})
    for i, j, k in T.grid(8, 10, 34):
        A[i, j, k] = T.Cast("int8", (i * 37 + j * 11 + k * 53 + 3) * 29 % 255 - 127)
    for i, j, k, l in T.grid(4, 3, 3, 8):
        W[i, j, k, l] = T.Cast("int8", (i * 11 + j * 53 + k * 91 + l * 37 + 8) * 29 % 255 - 127)


@T.prim_func(s_tir=True)
def data_halves(A: T.Buffer((70, 6), "int16"), W: T.Buffer((6, 5, 6), "int16")):
    T.func_attr({"global_symbol": "data_halves", "tirx.noalias": True})
    for i, j in T.grid(70, 6):
        A[i, j] = T.Cast("int16", (i * 37 + j * 11 + 3) * 29 * 97 % 8191 - 4000)
    for i, j, k in T.grid(6, 5, 6):
        W[i, j, k] = T.Cast("int16", (i * 11 + j * 53 + k * 91 + 8) * 29 * 97 % 8191 - 4000)


@T.prim_func(s_tir=True)
def data_outputs(A: T.Buffer((10, 10, 4), "int8"), W: T.Buffer((16, 3, 3, 4), "int8"), b: T.Buffer((16,), "int32")):
    T.func_attr({"global_symbol": "data_outputs", "tirx.noalias": True})
    for i, j, k in T.grid(10, 10, 4):
        A[i, j, k] = T.Cast("int8", (i * 37 + j * 11 + k * 53 + 3) * 29 % 255 - 127)
    for i, j, k, l in T.grid(16, 3, 3, 4):
        W[i, j, k, l] = T.Cast("int8", (i * 11 + j * 53 + k * 91 + l * 37 + 8) * 29 % 255 - 127)
    for i in range(16):
        b[i] = T.Cast("int32", (i * 53 + 13) * 29 * 7919 % 65536)
