# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM's SLP vectoriser would take its time over the long f: it is kept from f, and from nothing else.  No attribute of that is left.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import sys; t = open(sys.argv[1]).read(); s = [f'        B[{k}] = A[{k}] * 3 + A[{k + 1}]\n' for k in range(2000)]; open(sys.argv[2] + '/k.py', 'w').write(t + ''.join(s) + '\n    @T.prim_func\n    def g(A: T.Buffer((2048,), \"int32\"), B: T.Buffer((2048,), \"int32\")):\n        T.func_attr({\"tirx.noalias\": True})\n' + ''.join(s[:64]))" %s %t
# RUN: %tirc -mtriple=x86_64-linux-gnu -O2 --emit=ll -o - %t/k.py | FileCheck %s --implicit-check-not=noimplicitfloat --implicit-check-not=tirc-no-slp
# CHECK-LABEL: define void @f(
# CHECK-NOT: x i32>
# CHECK: ret void
# CHECK-LABEL: define void @g(
# CHECK: store <{{[0-9]+}} x i32>
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((2048,), "int32"), B: T.Buffer((2048,), "int32")):
        T.func_attr({"tirx.noalias": True})
