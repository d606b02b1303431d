# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A long block is cut before code generation for x86-64, and does the same; a short one stays whole.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import sys; t = open(sys.argv[1]).read(); s = [f'        A[{k % 64}] = T.truncmod(A[{k * 5 % 64}] * {k + 3} - A[{k * 7 % 64}], 12289)\n' for k in range(1200)]; open(sys.argv[2] + '/k.py', 'w').write(t + ''.join(s) + '\n    @T.prim_func\n    def g(A: T.Buffer((64,), \"int32\")):\n' + ''.join(s[:60]))" %s %t
# RUN: %tirc -mtriple=x86_64-linux-gnu -O2 -S -o - %t/k.py | FileCheck %s
# RUN: echo '#include <stdio.h>' > %t/m.c && echo 'void f(int *a); int main(void) { int a[64]; for (int i = 0; i < 64; i++) a[i] = i * 977 - 9999; f(a); for (int i = 0; i < 64; i++) printf("%%d ", a[i]); return 0; }' >> %t/m.c
# RUN: %tirc -O2 -c -o %t/2.o %t/k.py && %clang -o %t/2 %t/m.c %t/2.o && %t/2 > %t/2.txt
# RUN: %tirc -O0 -c -o %t/0.o %t/k.py && %clang -o %t/0 %t/m.c %t/0.o && %t/0 > %t/0.txt
# RUN: cmp %t/0.txt %t/2.txt
# CHECK-LABEL: f: {{ *}}# @f
# CHECK: Address of block that was removed by CodeGen
# CHECK-LABEL: g: {{ *}}# @g
# CHECK-NOT: Address of block that was removed by CodeGen
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((64,), "int32")):
        T.func_attr({"tirx.noalias": True})
# UNSUPPORTED: slow-with-sanitizers
