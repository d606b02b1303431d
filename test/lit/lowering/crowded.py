# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A loop of few iterations whose loads are the same in all iterations of the loop around is not unrolled in full if they are more than
# HVX has registers: two iterations are made one.  One that compares as much as HVX has registers of predicates stays as it is.  Others
# are LLVM's to decide.
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s --function=compares | FileCheck --check-prefix=ONE %s
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s --function=compares_less | FileCheck --check-prefix=NONE %s
# ONE: !{!"llvm.loop.unroll.count", i32 1}
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s --function=crowded | FileCheck --check-prefix=TWO %s
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s --function=fits | FileCheck --check-prefix=NONE %s
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s --function=moves | FileCheck --check-prefix=NONE %s
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s --function=written | FileCheck --check-prefix=NONE %s
# TWO: !{!"llvm.loop.unroll.count", i32 2}
# NONE: define void
# NONE-NOT: llvm.loop.unroll.count
from tvm.script import tirx as T


# 10 iterations of 4 registers.
@T.prim_func(s_tir=True)
def crowded(P: T.Buffer((5120,), "uint8"), C: T.Buffer((1280,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(10):
        for k in range(10):
            C[i * 128:i * 128 + 128] = C[T.Ramp(i * 128, 1, 128)] + (P[T.Ramp(k * 512, 1, 128)] ^ P[T.Ramp(k * 512 + 128, 1, 128)]) + (P[T.Ramp(k * 512 + 256, 1, 128)] ^ P[T.Ramp(k * 512 + 384, 1, 128)])


# 8 iterations fill the registers, and no more.
@T.prim_func(s_tir=True)
def fits(P: T.Buffer((5120,), "uint8"), C: T.Buffer((1280,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(10):
        for k in range(8):
            C[i * 128:i * 128 + 128] = C[T.Ramp(i * 128, 1, 128)] + (P[T.Ramp(k * 512, 1, 128)] ^ P[T.Ramp(k * 512 + 128, 1, 128)]) + (P[T.Ramp(k * 512 + 256, 1, 128)] ^ P[T.Ramp(k * 512 + 384, 1, 128)])


# What is loaded is another thing in each iteration of the loop around.
@T.prim_func(s_tir=True)
def moves(P: T.Buffer((6400,), "uint8"), C: T.Buffer((1280,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(10):
        for k in range(10):
            C[i * 128:i * 128 + 128] = C[T.Ramp(i * 128, 1, 128)] + (P[T.Ramp(i * 128 + k * 512, 1, 128)] ^ P[T.Ramp(i * 128 + k * 512 + 128, 1, 128)]) + (P[T.Ramp(i * 128 + k * 512 + 256, 1, 128)] ^ P[T.Ramp(i * 128 + k * 512 + 384, 1, 128)])


# The loop around stores to it.
@T.prim_func(s_tir=True)
def written(P: T.Buffer((5120,), "uint8"), C: T.Buffer((1280,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(10):
        P[i] = T.uint8(1)
        for k in range(10):
            C[i * 128:i * 128 + 128] = C[T.Ramp(i * 128, 1, 128)] + (P[T.Ramp(k * 512, 1, 128)] ^ P[T.Ramp(k * 512 + 128, 1, 128)]) + (P[T.Ramp(k * 512 + 256, 1, 128)] ^ P[T.Ramp(k * 512 + 384, 1, 128)])


# 4 registers of comparisons.
@T.prim_func(s_tir=True)
def compares(P: T.Buffer((2560,), "int32"), C: T.Buffer((128,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(20):
        P[i * 128:i * 128 + 128] = T.Select(P[T.Ramp(i * 128, 1, 128)] < C[0:128], P[T.Ramp(i * 128, 1, 128)], T.Broadcast(7, 128))


# Two of them.
@T.prim_func(s_tir=True)
def compares_less(P: T.Buffer((1280,), "int32"), C: T.Buffer((128,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(20):
        P[i * 64:i * 64 + 64] = T.Select(P[T.Ramp(i * 64, 1, 64)] < C[0:64], P[T.Ramp(i * 64, 1, 64)], T.Broadcast(7, 64))
