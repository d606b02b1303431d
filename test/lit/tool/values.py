# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --emit=values: the number of each expression, through loops, branches and memory.
# RUN: %tirc --emit=values %s | FileCheck %s
# RUN: %tirc --emit=values --cse-level=none --function=equal %s | FileCheck %s --check-prefix=NONE
# RUN: not %tirc --emit=values,obj %s 2>&1 | FileCheck %s --check-prefix=OTHERS
# OTHERS: error: --emit=values,obj: values goes with header only
from tvm.script import tirx as T


# A product is no sum, and what a loop may have written is read anew.
# CHECK-LABEL: {{^}}memory:
# CHECK-NEXT: line [[@LINE+7]]: v1 = x + y
# CHECK-NEXT: line [[@LINE+8]]: v2 = x * y
# CHECK-NEXT: line [[@LINE+8]]: v3 = A[0] # memory 1
# CHECK-NEXT: line [[@LINE+8]]: v1 = x + y
# CHECK-NEXT: line [[@LINE+8]]: v3 = A[0] # memory 1
@T.prim_func
def memory(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    A[0] = x + y
    for i in range(4):
        A[i] = x * y
    A[9] = A[0]
    A[10] = x + y
    A[11] = A[0]


# CHECK-LABEL: {{^}}equal:
# CHECK-NEXT: v1 = x > 0
# CHECK-NEXT: v2 = x * 8
# CHECK-NEXT: v3 = y + x * 8
# CHECK-NEXT: v2 = x << 3
# CHECK-NEXT: v3 = (x << 3) + y
# NONE-LABEL: {{^}}equal:
# NONE-NEXT: v1 = x > 0
# NONE-NEXT: v2 = x * 8
# NONE-NEXT: v3 = y + x * 8
# NONE-NEXT: v4 = x << 3
# NONE-NEXT: v5 = (x << 3) + y
@T.prim_func
def equal(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    if x > 0:
        A[0] = y + x * 8
    else:
        A[1] = T.shift_left(x, 3) + y
