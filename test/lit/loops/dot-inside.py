# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --target=hexagon -O2 --explain --function=overlap -c -o %t.o %s 2>&1 | FileCheck --check-prefix=VERSION %s
# RUN: %tirc --target=hexagon -O2 --emit=ll --function=overlap %s | FileCheck --check-prefix=TESTED %s
# Sums of products inside of an `if`; and in a version for buffers that do not overlap.
# VERSION: remark: loop 'j': vectorised in a version for buffers that do not overlap
# TESTED: icmp ugt i32
# TESTED: <32 x i32>
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def guarded(
# CHECK: if n > 0:
# CHECK-NEXT: packed = T.alloc_buffer(
# CHECK: else:
# CHECK: packed{{.*}} = T.alloc_buffer(
@T.prim_func(s_tir=True)
def guarded(A: T.Buffer((40, 64), "int8"), B: T.Buffer((96, 64), "int8"), C: T.Buffer((40, 96), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "guarded", "tirx.noalias": True})
    if n > 0:
        for i, j in T.grid(40, 96):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
    else:
        for i, j in T.grid(40, 96):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + T.Cast("int32", B[j, k]) * T.Cast("int32", A[i, k])


@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((40, 64), "int8"), B: T.Buffer((96, 64), "int8"), C: T.Buffer((40, 96), "int32")):
    T.func_attr({"global_symbol": "overlap"})
    for i, j in T.grid(40, 96):
        C[i, j] = 0
        for k in range(64):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])

# UNSUPPORTED: slow-with-sanitizers
