# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The page of --explain colours what is computed again, too: in another statement, and twice in one. Words stand once, behind the first place.
# RUN: %tirc --cse-profile=tvm --emit=tir --explain=%t.html %s -o /dev/null
# RUN: FileCheck %s < %t.html
# RUN: grep -c '^<li class="yes">done: ' %t.html | FileCheck --check-prefix=ONCE %s
# CHECK: A[0] = <mark class="yes" title="'x * y' is computed once instead of 4 times: {{.*}}">x * y</mark>
# CHECK: <li class="yes">done: 'x * y' is computed once instead of 4 times: {{.*}}</li>
# CHECK: A[1] = <mark class="yes" title="'x * y' is computed once instead of 4 times: {{.*}}">x * y</mark> - 7
# CHECK-NOT: <ul>
# CHECK: A[2] = (<mark class="yes" title="'x * y' {{.*}}">x * y</mark> + 1) * 3 - (<mark class="yes" title="'x * y' {{.*}}">x * y</mark> + 2)
# CHECK-NOT: <ul>
# CHECK: <h2>Schedule</h2>
# ONCE: 1
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    A[0] = x * y
    A[1] = x * y - 7
    A[2] = (x * y + 1) * 3 - (x * y + 2)
