# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The best version is weighed once more as LLVM's -O2 makes it, which unrolls less.
# RUN: %tirc --target=hexagon -O3 -Rpass=tirc-choose --function=resize %s -c -o %t.o 2>&1 | FileCheck %s
# CHECK: remark: function 'resize' is compiled by LLVM's -O2: {{[0-9]+}} packets a call by its code, with what is told above it takes
# RUN: %tirc --target=hexagon -O3 --no-try-versions --function=resize %s -c -o %t.3.o && not cmp -s %t.o %t.3.o
# A module of both kinds: each function is optimised in its own way, and no mark of that is left.
# RUN: %tirc --target=hexagon -O3 -S --function=resize %s -o %t.resize.s
# RUN: %tirc --target=hexagon -O3 -S --function=sum %s -o %t.sum.s
# RUN: %tirc --target=hexagon -O3 -S %s -o %t.both.s
# RUN: sed -n -e 's/BB[0-9]*_/BB_/g' -e '/^resize:/,/^\.Lfunc_end/{/^\.Lfunc/d;p;}' %t.resize.s > %t.resize.alone
# RUN: sed -n -e 's/BB[0-9]*_/BB_/g' -e '/^resize:/,/^\.Lfunc_end/{/^\.Lfunc/d;p;}' %t.both.s > %t.resize.both
# RUN: test -s %t.resize.alone && diff %t.resize.alone %t.resize.both
# RUN: sed -n -e 's/BB[0-9]*_/BB_/g' -e '/^sum:/,/^\.Lfunc_end/{/^\.Lfunc/d;p;}' %t.sum.s > %t.sum.alone
# RUN: sed -n -e 's/BB[0-9]*_/BB_/g' -e '/^sum:/,/^\.Lfunc_end/{/^\.Lfunc/d;p;}' %t.both.s > %t.sum.both
# RUN: test -s %t.sum.alone && diff %t.sum.alone %t.sum.both
# RUN: %tirc --target=hexagon -O3 --emit=ll %s -o - | FileCheck --check-prefix=MARKS %s
# MARKS: Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
# MARKS-NEXT: define{{.*}} @resize(
# MARKS: Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
# MARKS-NEXT: define{{.*}} @sum(
# MARKS-NOT: tirc-o2
# MARKS-NOT: tirc-held
# MARKS-NOT: optnone
# What is not unrolled asks more often: that is not taken for better (an inlined stencil with borders took 1.2 times the packets).
# RUN: %tirc --target=hexagon -O3 -Rpass-missed=tirc-choose -Rpass=tirc-choose --function=borders %s -c -o %t.o 2>&1 | FileCheck --check-prefix=BORDERS %s
# BORDERS: remark: function 'borders' is compiled
# BORDERS-NOT: -O2
# from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def resize(A: T.Buffer((192,), "uint8"), O: T.Buffer((768,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x, c in T.grid(16, 16, 3):
        O[y * 48 + x * 3 + c] = T.Cast("uint8", T.Cast("float32", A[T.Div(y, 2) * 24 + T.Div(x, 2) * 3 + c]))


@T.prim_func(s_tir=True)
def sum(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64,), "float32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        B[i] = T.float32(0)
    for k, i in T.grid(64, 64):
        B[i] = B[i] + A[k, i]


@T.prim_func(s_tir=True)
def borders(A: T.Buffer((612,), "float32"), S: T.Buffer((612,), "float32")):
    T.func_attr({"tirx.noalias": True})
    for y in range(18):
        for i, j in T.grid(2, 17):
            S[y * 34 + i * 17 + j] = T.if_then_else(1 <= y and y < 17 and 1 <= i * 17 + j and i * 17 + j < 33, A[y * 34 + i * 17 + j] + (A[y * 34 + i * 17 + j - 34] + A[y * 34 + i * 17 + j + 34] + A[y * 34 + i * 17 + j - 1] + A[y * 34 + i * 17 + j + 1] - A[y * 34 + i * 17 + j] * T.float32(4.0)) * T.float32(0.1) + (T.if_then_else(2 <= y, A[y * 34 + i * 17 + j - 34] + (A[y * 34 + i * 17 + j - 68] + A[y * 34 + i * 17 + j] + A[y * 34 + i * 17 + j - 35] + A[y * 34 + i * 17 + j - 33] - A[y * 34 + i * 17 + j - 34] * T.float32(4.0)) * T.float32(0.1), A[y * 34 + i * 17 + j - 34]) + T.if_then_else(y < 16, A[y * 34 + i * 17 + j + 34] + (A[y * 34 + i * 17 + j] + A[y * 34 + i * 17 + j + 68] + A[y * 34 + i * 17 + j + 33] + A[y * 34 + i * 17 + j + 35] - A[y * 34 + i * 17 + j + 34] * T.float32(4.0)) * T.float32(0.1), A[y * 34 + i * 17 + j + 34]) + T.if_then_else(2 <= i * 17 + j, A[y * 34 + i * 17 + j - 1] + (A[y * 34 + i * 17 + j - 35] + A[y * 34 + i * 17 + j + 33] + A[y * 34 + i * 17 + j - 2] + A[y * 34 + i * 17 + j] - A[y * 34 + i * 17 + j - 1] * T.float32(4.0)) * T.float32(0.1), A[y * 34 + i * 17 + j - 1]) + T.if_then_else(i * 17 + j < 32, A[y * 34 + i * 17 + j + 1] + (A[y * 34 + i * 17 + j - 33] + A[y * 34 + i * 17 + j + 35] + A[y * 34 + i * 17 + j] + A[y * 34 + i * 17 + j + 2] - A[y * 34 + i * 17 + j + 1] * T.float32(4.0)) * T.float32(0.1), A[y * 34 + i * 17 + j + 1]) - (A[y * 34 + i * 17 + j] + (A[y * 34 + i * 17 + j - 34] + A[y * 34 + i * 17 + j + 34] + A[y * 34 + i * 17 + j - 1] + A[y * 34 + i * 17 + j + 1] - A[y * 34 + i * 17 + j] * T.float32(4.0)) * T.float32(0.1)) * T.float32(4.0)) * T.float32(0.1), A[y * 34 + i * 17 + j])
# UNSUPPORTED: slow-with-sanitizers
