# Each repeated computation is explained, at the place where it is written: as text, as clang's remarks, as LLVM's YAML,
# as a page.
# RUN: %tirc --explain --emit=tir -o /dev/null %s 2>&1 | FileCheck %s
# RUN: %tirc -Rpass=tirc --emit=tir -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=PASS
# RUN: %tirc -Rpass-missed=ti.c --emit=tir -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=MISSED
# RUN: %tirc -Rpass=inline --emit=tir -o /dev/null %s 2>&1 | count 0
# RUN: not %tirc '-Rpass=(' --emit=tir -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=REGEX
# RUN: %tirc --pass-remarks-output=%t.yml --emit=tir -o /dev/null %s
# RUN: FileCheck %s --check-prefix=YAML < %t.yml
# RUN: llvm-remarkutil count --parser=yaml %t.yml | FileCheck %s --check-prefix=COUNT
# RUN: %tirc --explain --cse-profile=tvm --emit=tir -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=TVM
# RUN: %tirc --explain --target=hexagon --emit=tir -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=HEXAGON
# RUN: %tirc --explain=%t.html --emit=tir -o /dev/null %s 2>&1 | count 0
# RUN: FileCheck %s --check-prefix=HTML < %t.html
# HTML: <html lang="en">
# HTML-NOT: <script
# HTML: <td>f</td><td class="num">2</td><td class="num">5</td><td class="num">2</td>
# HTML: A[0] = <mark class="yes" title="'x * y' is computed once instead of 2 times: cse_v1">x * y</mark>
# HTML: named before <a href="#L
# HTML: A[2] = <mark class="no"
# HTML: T.call_extern(&quot;int32&quot;
# HTML: </html>
# PASS-NOT: is computed
# PASS: 'x * y' is computed once instead of 2 times: cse_v1 [-Rpass=tirc-cse]
# PASS-NOT: is computed 2
# MISSED-NOT: -Rpass=tirc
# MISSED: 'x + 1' is computed 2 times: {{.*}} [-Rpass-missed=tirc-cse]
# REGEX: error: -Rpass: '(' is no regular expression
# YAML: --- !Passed
# YAML-NEXT: Pass: tirc-cse
# YAML-NEXT: Name: Named
# YAML-NEXT: DebugLoc: { File: '{{.*}}explain.py', Line: [[@LINE+15]], Column: 12 }
# YAML-NEXT: Function: 'f'
# YAML-NEXT: Args:
# YAML-NEXT: - String: '{{.*}}x * y{{.*}} is computed once instead of 2 times: cse_v1'
# YAML-NEXT: - Uses: '2'
# COUNT: explain.py
# TVM: 'B[x]' is computed 2 times: this profile does not share it
# HEXAGON: 'x * y' is computed 2 times: LLVM shares it by itself
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})

    # CHECK: explain.py:[[@LINE+1]]:12: remark: 'x * y' is computed once instead of 2 times: cse_v1
    A[0] = x * y
    A[1] = x * y
    # CHECK: explain.py:[[@LINE+1]]:12: remark: 'x + 1' is computed 2 times: an address takes a constant offset for free
    A[2] = x + 1
    A[3] = x + 1
    # CHECK: explain.py:[[@LINE+1]]:12: remark: 'B[x]' is computed once instead of 2 times: cse_v2
    A[4] = B[x]
    A[5] = B[x]
    B[y] = 1
    # CHECK: explain.py:[[@LINE+1]]:12: remark: 'B[x]' is computed 2 times: a store or call in between may write to the memory it reads
    A[6] = B[x]
    # CHECK: explain.py:[[@LINE+1]]:12: remark: 'T.call_extern("int32", "g", z)' is computed 2 times: it calls a function that may have a side effect
    A[7] = T.call_extern("int32", "g", z) + T.call_extern("int32", "g", z)
    # CHECK: explain.py:[[@LINE+2]]:16: remark: 'z * 5' is computed 2 times: no earlier point dominates these uses without also computing it on a path that does not use it
    if x > 7:
        A[8] = z * 5
    if y > 7:
        A[9] = z * 5
    # CHECK: explain.py:[[@LINE+2]]:17: remark: 'z * 9' is computed 2 times: each path computes it only once
    if x > 9:
        A[10] = z * 9
    else:
        A[11] = z * 9

# What leaves a loop alone, computed once as before, is no repeated computation: nothing is told of it.
# RUN: %tirc --explain --cse-profile=host --function=leaves --emit=tir %s 2>%t.leaves | FileCheck --check-prefix=LEAVES %s
# RUN: not grep "'x // n'" %t.leaves
# LEAVES: cse_v1 = T.bind(T.if_then_else(0 < n, x // n, 0))
@T.prim_func
def leaves(A: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32):
    T.func_attr({"tirx.noalias": True})
    for j in range(n):
        A[x] = x // n
