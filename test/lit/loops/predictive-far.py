# Values that may trap are carried over several iterations, also where no iteration computes one of them in time for the first: a later one does.
# RUN: %tirc --target=hexagon -O3 -fno-vectorize --lanes=0 --scratch=0 --optimize=predictive-commoning --predictive-commoning=all --emit=tir %s | FileCheck %s
# RUN: %tirc --target=hexagon -O3 -fno-vectorize --lanes=0 --scratch=0 --predictive-commoning=all --emit=tir -o /dev/null %s 2>&1 | count 0
# RUN: %tirc --lanes=0 --scratch=0 --predictive-commoning=all --emit=tir -o /dev/null %s 2>&1 | count 0
from tvm.script import tirx as T

# The first iteration divides A[0], A[1] and A[4], the second one A[2], the third one A[3]: if they are there.
# CHECK-LABEL: def gaps(
@T.prim_func(s_tir=True)
def gaps(O: T.Buffer((512,), "uint16"), A: T.Buffer((516,), "uint16"), x: T.uint16, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      carried = A[0] % x
    # CHECK-NEXT: carried_1 = A[1] % x
    # CHECK-NEXT: carried_2 = T.if_then_else(1 < n, A[2] % x, T.uint16(0))
    # CHECK-NEXT: carried_3 = T.if_then_else(2 < n, A[3] % x, T.uint16(0))
    # CHECK-NEXT: for i in range(n):
    # CHECK-NEXT:     next = T.bind(A[i + 4] % x)
    # CHECK-NEXT:     O[i] = carried + carried_1 * next
    # CHECK-NEXT:     carried = carried_1
    # CHECK-NEXT:     carried_1 = carried_2
    # CHECK-NEXT:     carried_2 = carried_3
    # CHECK-NEXT:     carried_3 = next
    for i in range(n):
        O[i] = A[i] % x + A[i + 1] % x * (A[i + 4] % x)

# An extent that is known asks nothing.
# CHECK-LABEL: def known(
@T.prim_func(s_tir=True)
def known(O: T.Buffer((512,), "int32"), A: T.Buffer((514,), "int32"), x: T.int32, s: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      carried = A[T.Add(0, s)] // x
    # CHECK-NEXT: carried_1 = A[T.Add(0, s) + 1] // x
    # CHECK-NEXT: for i in range(200):
    # CHECK-NEXT:     next = T.bind(A[i + s + 2] // x)
    # CHECK-NEXT:     O[i] = carried + next
    for i in range(200):
        O[i] = A[i + s] // x + A[i + s + 2] // x

# The third iteration would be the first to divide A[2], and there are two: the elements alone are carried.
# CHECK-LABEL: def ends(
@T.prim_func(s_tir=True)
def ends(O: T.Buffer((512,), "int32"), A: T.Buffer((514,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK: O[i] = carried // x + next // x
    for i in range(2):
        O[i] = A[i] // x + A[i + 3] // x

# A store between hits what is divided three iterations later.
# CHECK-LABEL: def between_stores(
@T.prim_func(s_tir=True)
def between_stores(A: T.Buffer((514,), "int32"), x: T.int32, n: T.int32):
    # CHECK: A[i] = A[i] // x + A[i + 3] // x
    for i in range(n):
        A[i] = A[i] // x + A[i + 3] // x

# Only some iterations divide what lies between.
# CHECK-LABEL: def some_divide(
@T.prim_func(s_tir=True)
def some_divide(O: T.Buffer((512,), "int32"), A: T.Buffer((514,), "int32"), x: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK: O[i] = T.if_then_else(O[i] > 0, A[i] // x, 0) + A[i + 2] // x
    for i in range(n):
        O[i] = T.if_then_else(O[i] > 0, A[i] // x, 0) + A[i + 2] // x

# Divisors that differ: A[1] is divided by D[1] only if there is a second iteration.
# CHECK-LABEL: def divisors(
@T.prim_func(s_tir=True)
def divisors(O: T.Buffer((512,), "int8"), A: T.Buffer((514,), "int8"), D: T.Buffer((514,), "int8"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      carried_1 = T.if_then_else(1 < n, T.Div(A[1], D[1]), T.int8(0))
    # CHECK-NEXT: for i in range(1, 1 + n):
    # CHECK-NEXT:     next = T.bind(T.Div(A[i + 1], D[i + 1]))
    # CHECK-NEXT:     O[i] = carried + next
    for i in range(1, n + 1):
        O[i] = T.truncdiv(A[i - 1], D[i - 1]) + T.truncdiv(A[i + 1], D[i + 1])

# What H holds is carried after what A holds: the name that CSE gives to A[i + 1] & 255 is a variable of the loop by then.
# CHECK-LABEL: def two_rows(
@T.prim_func(s_tir=True)
def two_rows(O: T.Buffer((512,), "int32"), A: T.Buffer((514,), "int32"), H: T.Buffer((514,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK:     next = T.bind(H[i + 2])
    # CHECK:     O[i] = carried_2 - next
    for i in range(512):
        O[i] = (A[i] & 255) // 4 + (A[i + 1] & 255) % x + ((A[i + 1] & 255) // 4 + (A[i + 2] & 255) % x)
        O[i] = H[i] - H[i + 2]
