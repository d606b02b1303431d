# REQUIRES: isl
# RUN: %tirc --emit=tir --lanes=all --cse-level=none %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --lanes=all %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# Loops whose iterations must not be lanes.
# CHECK: {{^}}def recurrence
# CHECK-NOT: T.Ramp
from tvm.script import tirx as T


# What an iteration stores, the next one reads.
# WHY: lanes-not.py:[[@LINE+4]]:5: remark: loop 'i' is not vectorised: a loop-carried dependence may be reversed
@T.prim_func(s_tir=True)
def recurrence(A: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(60):
        A[i + 1] = A[i] + 1


# All lanes would load before any of them stores.
# WHY: lanes-not.py:[[@LINE+4]]:5: remark: loop 'i' is not vectorised: a loop-carried dependence may be reversed
@T.prim_func(s_tir=True)
def first(A: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(60):
        A[i] = A[0] + 1


# The parameters may overlap.
# WHY: lanes-not.py:[[@LINE+3]]:5: remark: loop 'i' is not vectorised: a loop-carried dependence may be reversed
@T.prim_func(s_tir=True)
def aliased(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
    for i in range(60):
        A[i] = B[i] + 1


# The last iteration's value is used behind the loop; an iteration may read the value of the one before.
# WHY: lanes-not.py:[[@LINE+6]]:5: remark: loop 'i' is not vectorised: neighbouring iterations do not access neighbouring elements
# WHY: lanes-not.py:[[@LINE+9]]:5: remark: loop 'j' is not vectorised: neighbouring iterations do not access neighbouring elements
@T.prim_func(s_tir=True)
def last(A: T.Buffer((64,), "int32"), B: T.Buffer((1,), "int32")):
    T.func_attr({"tirx.noalias": True})
    x = T.alloc_buffer((1,), "int32")
    for i in range(60):
        x[0] = A[i]
        A[i] = x[0] * x[0]
    B[0] = x[0]
    for j in range(60):
        if B[0] < 3:
            x[0] = A[j]
        A[j] = x[0]


# Lanes that are left out must not read.
# WHY: lanes-not.py:[[@LINE+4]]:5: remark: loop 'i' is not vectorised: what one iteration leaves out might trap or read elsewhere in another
@T.prim_func(s_tir=True)
def outside(A: T.Buffer((64,), "int32"), B: T.Buffer((60,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(60):
        B[i] = T.if_then_else(B[i] < 50, A[i + 14], 0)


# WHY: lanes-not.py:[[@LINE+7]]:5: remark: loop 'i' is not vectorised: a condition or the bounds of a loop differ between its iterations
# WHY: lanes-not.py:[[@LINE+9]]:5: remark: loop 'j' is not vectorised: it computes with other values than integers of up to 32 bits
# WHY: lanes-not.py:[[@LINE+10]]:5: remark: loop 'k' is not vectorised: its extent may change while it runs
# WHY: lanes-not.py:[[@LINE+11]]:5: remark: loop 'l' is not vectorised: its body divides by something that may be 0 or -1
@T.prim_func(s_tir=True)
def others(A: T.Buffer((64,), "int32"), F: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(60):
        if i < 4:
            A[i] = 1
    for j in range(60):
        F[j] = T.sin(F[j])
    for k in range(B[0]):
        A[k] = 1
    for l in range(60):
        A[l] = T.Cast("int32", T.Cast("int16", A[l]) // T.Cast("int16", B[l]))


# Nobody knows where the elements lie, and they are too many for a table.
# WHY: lanes-not.py:[[@LINE+4]]:5: remark: loop 'i' is not vectorised: neighbouring iterations do not access neighbouring elements
@T.prim_func(s_tir=True)
def gathered(A: T.Buffer((600,), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(60):
        C[i] = A[B[i] * 2]
