# What an iteration computed that the next ones need is carried to them in variables, where LLVM makes no vectors of
# the loop: sums of columns, up to the order of their terms, whole lines of vectors, elements that LLVM cannot keep.
# RUN: %tirc --target=hexagon -O3 -fno-vectorize --emit=tir %s | FileCheck %s
# RUN: %tirc --target=hexagon -O3 --emit=tir %s | FileCheck --check-prefix=VECTORS %s
# RUN: %tirc --target=hexagon -O1 --emit=tir %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --target=hexagon -O3 -fno-vectorize --predictive-commoning=none --emit=tir %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc -O2 --emit=tir %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc -O2 --cse-profile=hexagon --predictive-commoning=auto -fno-vectorize --emit=tir %s | FileCheck %s
# RUN: not %tirc --predictive-commoning=some --emit=tir %s 2>&1 | FileCheck --check-prefix=BAD %s
# RUN: %tirc --target=hexagon -O3 -fno-vectorize --emit=plan %s | FileCheck --check-prefix=PLAN %s
# RUN: %tirc --target=hexagon -O3 -fno-vectorize --emit=tir -o /dev/null --explain %s 2>&1 | FileCheck --check-prefix=TOLD %s
# NONE: {{^ *}}def box(
# NONE-NOT: next{{ =}}
# BAD: --predictive-commoning=some: must be all, auto or none
from tvm.script import tirx as T

# A column of the window is the next one's column before. The first two are computed in front of the loop, if it runs.
# CHECK-LABEL: def box(
# VECTORS-LABEL: def box(
# VECTORS-NOT: next{{ =}}
# PLAN: box: {{.*}} # carried by loop 'j' in 2 variables, used 3 times in it
# TOLD: predictive.py:[[@LINE+15]]:9: remark: '{{.*}}' is computed once and kept for later iterations of loop 'j', which uses it 3 times
@T.prim_func(s_tir=True)
def box(O: T.Buffer((8580,), "int32"), A: T.Buffer((8580,), "int32"), h: T.int32, w: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(1, h - 1):
        # CHECK:      if 0 < w + -2:
        # CHECK-NEXT:     carried: T.uint32
        # CHECK-NEXT:     carried_1: T.uint32
        # CHECK-NEXT:     carried = T.Cast("uint32", A[(i - 1) * w]) + T.Cast("uint32", A[i * w]) + T.Cast("uint32", A[(i + 1) * w])
        # CHECK-NEXT:     carried_1 = T.Cast("uint32", A[(i - 1) * w + 1]) + T.Cast("uint32", A[i * w + 1]) + T.Cast("uint32", A[(i + 1) * w + 1])
        # CHECK-NEXT:     for j in range(1, 1 + (w + -2)):
        # CHECK-NEXT:         next = T.bind(T.Cast("uint32", A[(i - 1) * w + j + 1]) + T.Cast("uint32", A[i * w + j + 1]) + T.Cast("uint32", A[(i + 1) * w + j + 1]))
        # CHECK-NEXT:         O[i * w + j] = T.Cast("int32", carried + carried_1 + next)
        # CHECK-NEXT:         carried = carried_1
        # CHECK-NEXT:         carried_1 = next
        for j in range(1, w - 1):
            O[i * w + j] = (
                A[(i - 1) * w + j - 1] + A[(i - 1) * w + j] + A[(i - 1) * w + j + 1]
                + A[i * w + j - 1] + A[i * w + j] + A[i * w + j + 1]
                + A[(i + 1) * w + j - 1] + A[(i + 1) * w + j] + A[(i + 1) * w + j + 1])

# Two taps begin between lines: three aligned lines, of which two are carried.
# CHECK-LABEL: def taps(
# VECTORS-LABEL: def taps(
@T.prim_func(s_tir=True)
def taps(O: T.Buffer((8192,), "int16", align=128), A: T.Buffer((8320,), "int16", align=128)):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      carried[0:64] = A[
    # CHECK-NEXT: carried_1[0:64] = A[
    # CHECK-NEXT: for i in range(128):
    # CHECK-NEXT:     next = T.bind(A[T.Ramp(i * 64 + 128, 1, 64)])
    # CHECK-NEXT:     O[i * 64:i * 64 + 64] = T.Shuffle([carried[T.Ramp(0, 1, 64)], carried_1[T.Ramp(0, 1, 64)]], [63, 64,
    # CHECK-SAME:         + carried_1[T.Ramp(0, 1, 64)] * T.Broadcast(T.int16(2), 64) + T.Shuffle([carried_1[T.Ramp(0, 1, 64)], next], [1, 2,
    # CHECK-NEXT:     carried[0:64] = carried_1[T.Ramp(0, 1, 64)]
    # CHECK-NEXT:     carried_1[0:64] = next
    # VECTORS: for i in range(128):
    # VECTORS-NEXT: next = T.bind
    for i in range(128):
        O[T.Ramp(i * 64, 1, 64)] = (A[T.Ramp(i * 64 + 63, 1, 64)] + A[T.Ramp(i * 64 + 64, 1, 64)] * T.Broadcast(T.int16(2), 64)
                                    + A[T.Ramp(i * 64 + 65, 1, 64)])

# Floats keep their order: what is written alike is shared. Weighted columns, up to one factor each.
# CHECK-LABEL: def floats(
@T.prim_func(s_tir=True)
def floats(O: T.Buffer((512,), "float32"), A: T.Buffer((514,), "float32")):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      carried: T.float32 = A[0] * A[1] + T.float32(3.0)
    # CHECK-NEXT: for i in range(512):
    # CHECK-NEXT:     next = T.bind(A[i + 1] * A[i + 2] + T.float32(3.0))
    # CHECK-NEXT:     O[i] = carried - next
    # CHECK-NEXT:     carried = next
    for i in range(512):
        O[i] = (A[i] * A[i + 1] + T.float32(3)) - (A[i + 1] * A[i + 2] + T.float32(3))

# CHECK-LABEL: def weights(
@T.prim_func(s_tir=True)
def weights(O: T.Buffer((4096,), "int32"), A: T.Buffer((4300,), "int32"), K: T.Buffer((4300,), "int32")):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      next = T.bind(T.Cast("uint32", A[i + 2]) * T.uint32(2) + T.Cast("uint32", K[i + 3]))
    # CHECK-NEXT: O[i] = T.Cast("int32", carried + carried_1 * T.uint32(3) + next)
    for i in range(4096):
        O[i] = A[i] * 2 + A[i + 1] * 6 + A[i + 2] * 2 + K[i + 1] + K[i + 2] * 3 + K[i + 3]

# A quotient that every iteration computes is carried, also where its divisor may be 0: the first iteration divides anyway.
# Where A[i + 1] is left out, the second iteration is the first to divide A[1]: if there is one.
# CHECK-LABEL: def quotients(
@T.prim_func(s_tir=True)
def quotients(O: T.Buffer((512,), "int32"), A: T.Buffer((514,), "int32"), x: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      if 0 < n:
    # CHECK-NEXT:     carried: T.int32 = A[0] // x
    # CHECK-NEXT:     reciprocal_
    # CHECK-NEXT:     for i in range(n):
    # CHECK-NEXT:         next = T.bind({{.*}}A[i + 1] // x))
    # CHECK-NEXT:         O[i] = carried + next
    # CHECK-NEXT:         carried = next
    for i in range(n):
        O[i] = A[i] // x + A[i + 1] // x
    # CHECK-NEXT: if 0 < n:
    # CHECK-NEXT:     carried: T.int32
    # CHECK-NEXT:     carried_1: T.int32
    # CHECK-NEXT:     carried = A[0] // x
    # CHECK-NEXT:     carried_1 = T.if_then_else(1 < n, A[1] // x, 0)
    # CHECK-NEXT:     reciprocal_
    # CHECK-NEXT:     for i in range(n):
    # CHECK-NEXT:         next = T.bind({{.*}}A[i + 2] // x))
    # CHECK-NEXT:         O[i] = carried + next
    # CHECK-NEXT:         carried = carried_1
    # CHECK-NEXT:         carried_1 = next
    for i in range(n):
        O[i] = A[i] // x + A[i + 2] // x

# The operands of what is carried keep their types, and sums of them may overflow where they did.
# CHECK-LABEL: def remainders(
@T.prim_func(s_tir=True)
def remainders(O: T.Buffer((512,), "int32"), A: T.Buffer((514,), "int32")):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      carried: T.int32 = T.Div(A[0], T.Cast("int32", T.Cast("uint32", A[1] % 7) + T.Cast("uint32", 1)))
    # CHECK:          next = T.bind(T.Div(A[i + 1], T.Cast("int32", T.Cast("uint32", A[i + 2] % 7) + T.Cast("uint32", 1))))
    # CHECK-NEXT:     O[i] = carried + next
    for i in range(512):
        O[i] = T.truncdiv(A[i], A[i + 1] % 7 + 1) + T.truncdiv(A[i + 1], A[i + 2] % 7 + 1)
# UNSUPPORTED: slow-with-sanitizers
