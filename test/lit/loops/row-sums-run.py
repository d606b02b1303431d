# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is reduced along a row of any length becomes part sums in registers, which are added up by halves: in blocks of rows, with
# iterations behind the last one that change nothing.  Sums that may overflow in another order wrap.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --run=interp -O0 --function=count %s A=random:1 --save=%t/i && %tirc --run=hexagon -O3 -Werror --function=count %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=count %s -o - | FileCheck %s --check-prefix=COUNT
# RUN: %tirc --run=interp -O0 --function=products %s A=random:1 V=random:2 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=products %s A=random:1 V=random:2 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=products %s -o - | FileCheck %s --check-prefix=PRODUCTS
# RUN: %tirc --run=interp -O0 --function=squares %s A=random:1 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=squares %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=squares %s -o - | FileCheck %s --check-prefix=SQUARES
# RUN: %tirc --run=interp -O0 --function=least %s A=random:1 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=least %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=least %s -o - | FileCheck %s --check-prefix=LEAST
# RUN: %tirc --run=interp -O0 --function=largest %s A=random:1 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=largest %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=largest %s -o - | FileCheck %s --check-prefix=LARGEST
# RUN: %tirc --run=interp -O0 --function=mean %s A=random:1 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=mean %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=mean %s -o - | FileCheck %s --check-prefix=MEAN
# RUN: %tirc --run=interp -O0 --function=centred %s A=random:1 --save=%t/i && %tirc --run=hexagon -O2 --cover=all -Werror --function=centred %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --cover=all --emit=schedule --function=centred %s -o - | FileCheck %s --check-prefix=CENTRED
# RUN: %tirc --run=interp -O0 --function=columns %s A=random:1 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=columns %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=columns %s -o - | FileCheck %s --check-prefix=COLUMNS
# RUN: %tirc --run=interp -O0 --function=nibbles %s A=random:1 X=random:2 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=nibbles %s A=random:1 X=random:2 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=nibbles %s -o - | FileCheck %s --check-prefix=NIBBLES
# RUN: %tirc --run=interp -O0 --function=added %s A=random:1 O=random:3 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=added %s A=random:1 O=random:3 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 -Werror --explain --function=wide -c %s -o %t/w.o 2>&1 | FileCheck %s --check-prefix=WIDE
# RUN: %tirc --run=interp -O0 --function=masked %s A=random:1 --save=%t/i && %tirc --run=hexagon -O2 -Werror --function=masked %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --target=hexagon -O2 --emit=schedule --function=masked %s -o - | FileCheck %s --check-prefix=MASKED
from tvm.script import tirx as T


# COUNT: {{^}}count.O:{{[0-9]+}} = parts(lanes={{[0-9]+}}, inner=1, padded={{[0-9]+}}, cover({{.*}}), parts({{.*}}together=2
@T.prim_func(s_tir=True)
def count(A: T.Buffer((44, 90), "uint8"), O: T.Buffer((44,), "int32")):
    T.func_attr({"global_symbol": "count", "tirx.noalias": True})
    for r in range(44):
        O[r] = 0
        for k in range(90):
            O[r] = O[r] + T.if_then_else(A[r, k] > T.uint8(127), 1, 0)


# PRODUCTS: {{^}}products.O:{{[0-9]+}} = parts(lanes={{[0-9]+}}, inner=1, together=2, padded={{[0-9]+}}, cover({{.*}}inside=1), parts(
@T.prim_func(s_tir=True)
def products(A: T.Buffer((50, 77), "int16"), V: T.Buffer((77,), "int16"), O: T.Buffer((50,), "int32")):
    T.func_attr({"global_symbol": "products", "tirx.noalias": True})
    for r in range(50):
        O[r] = 0
        for k in range(77):
            O[r] = O[r] + T.Cast("int32", A[r, k]) * T.Cast("int32", V[k])


# SQUARES: {{^}}squares.O:{{[0-9]+}} = parts(lanes={{[0-9]+}}, inner=1, {{.*}}cover({{.*}}), parts({{.*}}together=2
@T.prim_func(s_tir=True)
def squares(A: T.Buffer((25, 160), "int16"), O: T.Buffer((25,), "int32")):
    T.func_attr({"global_symbol": "squares", "tirx.noalias": True})
    for r in range(25):
        O[r] = 7
        for k in range(160):
            O[r] = O[r] + T.shift_right(T.Cast("int32", A[r, k]) * T.Cast("int32", A[r, k]), 8)


# LEAST: {{^}}least.O:{{[0-9]+}} = parts(lanes={{[0-9]+}}, inner=1, padded={{[0-9]+}}, elements={{[0-9]+}}, cover({{.*}}), parts(
@T.prim_func(s_tir=True)
def least(A: T.Buffer((130, 90), "int8"), O: T.Buffer((130,), "int32")):
    T.func_attr({"global_symbol": "least", "tirx.noalias": True})
    for r in range(130):
        O[r] = 70000
        for k in range(90):
            O[r] = T.min(O[r], T.Cast("int32", A[r, k]))


# LARGEST: {{^}}largest.O:{{[0-9]+}} = parts(lanes={{[0-9]+}}, inner=1, padded={{[0-9]+}}, cover({{.*}}), parts(
@T.prim_func(s_tir=True)
def largest(A: T.Buffer((33, 300), "uint16"), O: T.Buffer((33,), "int32")):
    T.func_attr({"global_symbol": "largest", "tirx.noalias": True})
    for r in range(33):
        O[r] = -5
        for k in range(300):
            O[r] = T.max(O[r], T.Cast("int32", A[r, k]))


# MEAN: {{^}}mean.O:{{[0-9]+}} = parts(lanes={{[0-9]+}}, inner=1, together=4, padded={{[0-9]+}}, cover({{.*}}inside=1), parts(
@T.prim_func(s_tir=True)
def mean(A: T.Buffer((40, 7, 7), "uint8"), O: T.Buffer((40,), "uint8")):
    T.func_attr({"global_symbol": "mean", "tirx.noalias": True})
    S = T.alloc_buffer((40,), "int32")
    for c in range(40):
        S[c] = 0
        for y, x in T.grid(7, 7):
            S[c] = S[c] + T.Cast("int32", A[c, y, x])
    for c in range(40):
        O[c] = T.Cast("uint8", (S[c] + 24) // 49)


# A sum that a whole row reads is stored first.
# CENTRED: {{^}}centred.S:{{[0-9]+}} = parts(
# CENTRED: {{^}}centred.O:{{[0-9]+}} = cover(
@T.prim_func(s_tir=True)
def centred(A: T.Buffer((24, 100), "int16"), O: T.Buffer((24, 100), "int16")):
    T.func_attr({"global_symbol": "centred", "tirx.noalias": True})
    S = T.alloc_buffer((24,), "int32")
    for r in range(24):
        S[r] = 0
        for k in range(100):
            S[r] = S[r] + T.Cast("int32", A[r, k])
    for r, k in T.grid(24, 100):
        O[r, k] = T.Cast("int16", T.shift_right(T.Cast("int32", A[r, k]) * 100 - S[r], 8))


# Part sums whose rows lie one below the other are added up so, half of the rows at a time.
# COLUMNS: {{^}}columns.O:{{[0-9]+}} = parts(lanes={{[0-9]+}}, cover({{.*}}), parts(lanes={{[0-9]+}}, cover({{.*}}), parts(
@T.prim_func(s_tir=True)
def columns(A: T.Buffer((640, 24), "uint8"), O: T.Buffer((24,), "int32")):
    T.func_attr({"global_symbol": "columns", "tirx.noalias": True})
    for c in range(24):
        O[c] = 0
    for p, c in T.grid(640, 24):
        O[c] = O[c] + T.Cast("int32", A[p, c])


# Terms that a chain adds, one behind the other, are one term.
# NIBBLES: {{^}}nibbles.O:{{[0-9]+}} = parts(
@T.prim_func(s_tir=True)
def nibbles(A: T.Buffer((32, 64), "uint8"), X: T.Buffer((128,), "int8"), O: T.Buffer((32,), "int32")):
    T.func_attr({"global_symbol": "nibbles", "tirx.noalias": True})
    for r in range(32):
        O[r] = 3
        for k in range(64):
            O[r] = O[r] - (T.bitwise_and(T.Cast("int32", A[r, k]), 15) - 8) * T.Cast("int32", X[k * 2]) + (T.shift_right(T.Cast("int32", A[r, k]), 4) - 8) * T.Cast("int32", X[k * 2 + 1])


# Sums that are added to what is there.
@T.prim_func(s_tir=True)
def added(A: T.Buffer((130, 90), "uint8"), O: T.Buffer((130,), "int32")):
    T.func_attr({"global_symbol": "added", "tirx.noalias": True})
    for r in range(130):
        O[r] = T.bitwise_and(O[r], 255)
        for k in range(90):
            O[r] = O[r] + T.Cast("int32", A[r, k])


# Terms whose sum may overflow stay apart.
# WIDE: remark: loop 'r' is not vectorised
@T.prim_func(s_tir=True)
def wide(A: T.Buffer((33, 90), "int32"), B: T.Buffer((33, 90), "int32"), O: T.Buffer((33,), "int32")):
    T.func_attr({"global_symbol": "wide", "tirx.noalias": True})
    for r in range(33):
        O[r] = 0
        for k in range(90):
            O[r] = O[r] + A[r, k] - B[r, k]


# Part sums are kept in as few bits as what a mask leaves needs.
# MASKED: {{^}}masked.O:{{[0-9]+}} = parts(
@T.prim_func(s_tir=True)
def masked(A: T.Buffer((20, 64), "int16"), O: T.Buffer((20,), "int32")):
    T.func_attr({"global_symbol": "masked", "tirx.noalias": True})
    for r in range(20):
        O[r] = 0
        for k in range(64):
            O[r] = O[r] + T.bitwise_and(T.Cast("int32", A[r, k]), 200)
