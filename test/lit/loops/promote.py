# An element that an innermost loop sums up is promoted to a variable where the bounds of the loops' variables say that
# the other accesses of the loop miss it; LLVM keeps it in a register if there are none.
# RUN: %tirc -O3 --emit=tir --cse-profile=hexagon %s | FileCheck --implicit-check-not="acc:{{ }}T" %s
# RUN: %tirc -O3 --emit=tir --cse-profile=tvm %s | FileCheck --check-prefix=TVM %s
# RUN: %tirc -O3 --emit=plan --cse-profile=hexagon %s | FileCheck --check-prefix=PLAN %s
# RUN: %tirc -O3 --emit=tir -o /dev/null --explain --cse-profile=hexagon %s 2>&1 | FileCheck --check-prefix=TOLD %s
# RUN: %tirc -O3 --emit=tir -o /dev/null --cse-profile=hexagon -Rpass=tirc %s 2>&1 | FileCheck --check-prefix=PASS %s
# TVM: {{^ *}}def lu(
# TVM-NOT: acc:{{ }}T
# PASS: 'A[i, j]' is kept in a register {{.*}} [-Rpass=tirc-promote-scalars]
from tvm.script import tirx as T

# i - k is 2 at least: k < j < i.
# CHECK-LABEL: def lu(
@T.prim_func(s_tir=True)
def lu(A: T.Buffer((40, 40), "int32")):
    for i in range(40):
        for j in range(i):
            # CHECK:      if 0 < j:
            # CHECK-NEXT:     acc: T.int32 = A[i, j]
            # CHECK-NEXT:     for k in range(j):
            # CHECK-NEXT:         acc = acc - A[i, k] * A[k, j]
            # CHECK-NEXT:     A[i, j] = acc
            # PLAN: lu: 1 promoted element
            # PLAN-NEXT: acc = A[i, j]  # promoted element of the loop at line [[@LINE+4]], used 2 times in it
            # TOLD-NOT: acc[0]
            # TOLD: promote.py:[[@LINE+2]]:13: remark: 'A[i, j]' is kept in a register through its innermost loop, which uses it 2 times: acc
            # TOLD-NOT: acc[0]
            for k in range(j):
                A[i, j] = A[i, j] - A[i, k] * A[k, j]

# One index, a loop that surely runs, a part of the sum under a condition.
# CHECK-LABEL: def flat(
@T.prim_func(s_tir=True)
def flat(A: T.Buffer((640,), "float32")):
    for i in range(1, 20):
        # CHECK:      acc: T.float32 = A[i * 32]
        # CHECK-NEXT: for k in range(31):
        # CHECK-NEXT:     acc = acc + A[i * 32 + k + 1]
        # CHECK-NEXT:     if k < 7:
        # CHECK-NEXT:         acc = T.float32(0.0)
        # CHECK-NEXT: A[i * 32] = acc
        for k in range(31):
            A[i * 32] = A[i * 32] + A[i * 32 + k + 1]
            if k < 7:
                A[i * 32] = T.float32(0)

# Each thread has a variable of its own.
# CHECK-LABEL: def threads(
@T.prim_func(s_tir=True)
def threads(A: T.Buffer((640,), "int32")):
    # CHECK:      for i in T.parallel(8):
    # CHECK-NEXT:     acc: T.int32 = A[i + 32]
    # CHECK-NEXT:     for k in range(32):
    for i in T.parallel(8):
        for k in range(32):
            A[i + 32] = A[i + 32] + A[k]
    # CHECK:      T.launch_thread(
    # CHECK-NEXT: acc: T.int32 = A[t * 2 + 33]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for k in range(32):
            A[t * 2 + 33] = A[t * 2 + 33] + A[t * 2 + 32]

# CHECK-LABEL: def alone(
@T.prim_func(s_tir=True)
def alone(A: T.Buffer((40, 40), "int32"), x: T.Buffer((40,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(40):
        for k in range(40):
            x[i] = x[i] + A[i, k]

# k may be j.
# CHECK-LABEL: def hit(
@T.prim_func(s_tir=True)
def hit(A: T.Buffer((40, 40), "int32")):
    for i in range(40):
        for j in range(i):
            for k in range(j + 1):
                A[i, j] = A[i, j] - A[i, k]

# Nothing is known of n.
# CHECK-LABEL: def unknown(
@T.prim_func(s_tir=True)
def unknown(A: T.Buffer((40,), "int32"), n: T.int32):
    for k in range(10):
        A[n] = A[n] + A[k]

# B may be A.
# CHECK-LABEL: def overlap(
@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((40,), "int32"), B: T.Buffer((40,), "int32")):
    for i in range(40):
        for k in range(i):
            A[i] = A[i] + A[k] * B[k]

# The store may not run, the loop may be left.
# CHECK-LABEL: def maybe(
@T.prim_func(s_tir=True)
def maybe(A: T.Buffer((40,), "int32"), n: T.int32):
    for i in range(40):
        for k in range(i):
            if k < n:
                A[i] = A[i] + A[k]
        for k in range(i):
            A[i] = A[i] + A[k]
            if A[i] > 100:
                break

# Lanes, and an index that the loop changes.
# CHECK-LABEL: def moving(
@T.prim_func(s_tir=True)
def moving(A: T.Buffer((40,), "int32"), p: T.Buffer((1,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for k in range(1, 40):
        A[k] = A[k] + A[0]
    for k in range(1, 40):
        A[p[0]] = A[p[0]] + A[k]

# uint8 wraps: i + k is no sum of numbers.
# CHECK-LABEL: def narrow(
@T.prim_func(s_tir=True)
def narrow(A: T.Buffer((300,), "int32"), i: T.uint8):
    for k in T.serial(T.uint8(1), T.uint8(9)):
        A[i] = A[i] + A[i + k]
