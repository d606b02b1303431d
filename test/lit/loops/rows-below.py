# A row of lanes misses what lies beside it where quotients say how far the row goes: i // 32 * 32 is at most i, and at least
# i - 31, and a loop by steps of 32 to there ends 32 before.
# RUN: %tirc -O2 --cse-profile=host --emit=tir %s | FileCheck %s
# RUN: %tirc -O2 --cse-profile=host --emit=tir -o /dev/null %s 2>&1 | count 0
from tvm.script import tirx as T


# CHECK-LABEL: def below(
# CHECK: = T.bind(T.if_then_else({{.*}}, A[i, i], 0))
# CHECK-NOT: A[i, i]
@T.prim_func
def below(A: T.Buffer((200, 200), "int32"), B: T.Buffer((200,), "int32"), C: T.Buffer((200,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(200):
        for j in range(0, i // 32 * 32, 32):
            B[j:j + 32] = T.Broadcast(A[i, i], 32)
            A[i, j:j + 32] = T.Broadcast(i + j, 32)
            C[j:j + 32] = T.Broadcast(A[i, i], 32)


# The row begins behind i.
# CHECK-LABEL: def behind(
# CHECK: = T.bind(T.if_then_else({{.*}}, A[i, i], 0))
# CHECK-NOT: A[i, i]
@T.prim_func
def behind(A: T.Buffer((200, 208), "int32"), B: T.Buffer((208,), "int32"), C: T.Buffer((208,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(197):
        for j in range(i // 8 * 8 + 8, 200):
            B[j:j + 8] = T.Broadcast(A[i, i], 8)
            A[i, j:j + 8] = T.Broadcast(i + j, 8)
            C[j:j + 8] = T.Broadcast(A[i, i], 8)


# The row may begin at i + 7, end at i - 1, or go over i as its loop does not end at a multiple of its step.
# CHECK-LABEL: def meets(
# CHECK: = T.Broadcast(A[i, i + 7], 8)
# CHECK: A[i, j:j + 8] =
# CHECK: = T.Broadcast(A[i, i + 7], 8)
# CHECK: = T.Broadcast(A[i, i - 1], 32)
# CHECK: A[i, j:j + 32] =
# CHECK: = T.Broadcast(A[i, i - 1], 32)
# CHECK: = T.Broadcast(A[i, i], 32)
# CHECK: A[i, j:j + 32] =
# CHECK: = T.Broadcast(A[i, i], 32)
@T.prim_func
def meets(A: T.Buffer((200, 256), "int32"), B: T.Buffer((256,), "int32"), C: T.Buffer((256,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1, 200):
        for j in range(i // 8 * 8 + 8, 200):
            B[j:j + 8] = T.Broadcast(A[i, i + 7], 8)
            A[i, j:j + 8] = T.Broadcast(i + j, 8)
            C[j:j + 8] = T.Broadcast(A[i, i + 7], 8)
        for j in range(0, i // 32 * 32, 32):
            B[j:j + 32] = T.Broadcast(A[i, i - 1], 32)
            A[i, j:j + 32] = T.Broadcast(i + j, 32)
            C[j:j + 32] = T.Broadcast(A[i, i - 1], 32)
        for j in range(0, i // 32 * 32 + 1, 32):
            B[j:j + 32] = T.Broadcast(A[i, i], 32)
            A[i, j:j + 32] = T.Broadcast(i + j, 32)
            C[j:j + 32] = T.Broadcast(A[i, i], 32)
