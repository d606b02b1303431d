# REQUIRES: isl
# RUN: %tirc --emit=tir --cse-profile=size --unroll-and-jam=all %s 2>&1 | FileCheck %s
# RUN: %tirc --explain --emit=tir --cse-profile=size --unroll-and-jam=all %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# Loops that unroll-and-jam takes for legal: proof/ says of each whether they are.
from tvm.script import tirx as T

# How many iterations remain is read again behind the first loop, which has written there.
# CHECK-NOT: warning
# CHECK-LABEL: def written_bound
# CHECK: for i in range(N[1]):
# CHECK-NEXT: for j in range(30):
# WHY: unroll-jam-unproved.py:[[@LINE+4]]:5: remark: loop 'i' is not unrolled and jammed: the new order could not be proved to keep every dependence
@T.prim_func(s_tir=True)
def written_bound(A: T.Buffer((64, 32), "int32"), N: T.Buffer((66,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(N[1]):
        for j in range(30):
            A[i, j] = A[i, j] + 1
        N[i + 1] = 0

# Nothing has written there: it is the same number.
# CHECK-LABEL: def read_bound
# CHECK: for i in range(0, {{.*}}, 4):
# WHY: unroll-jam-unproved.py:[[@LINE+4]]:5: remark: loop 'i': unrolled and jammed by a factor of 4
@T.prim_func(s_tir=True)
def read_bound(A: T.Buffer((64, 32), "int32"), N: T.Buffer((66,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(N[1]):
        for j in range(30):
            A[i, j] = A[i, j] + 1
