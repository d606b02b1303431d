# What is assigned again is a variable, and the text is of a TVM that has variables, whatever the
# comments at its head leave open.
# RUN: split-file %s %t
# RUN: %tirc --emit=tir -O0 %t/comment.py | FileCheck %s
# RUN: %tirc --emit=tir -O0 %t/import.py | FileCheck %s
# RUN: %tirc --emit=tir -O0 %t/plain.py | FileCheck %s
# RUN: %tirc --emit=tir -O0 %t/module.py | FileCheck %s --check-prefixes=CHECK,MOD
# RUN: %tirc --emit=tir -O0 %t/module.py | %tirc --emit=tir -O0 - | FileCheck %s --check-prefixes=CHECK,MOD
# RUN: %tirc --emit=tir -O0 %t/spellings.py | FileCheck %s --check-prefix=MORE
# RUN: %tirc --emit=tir -O0 %t/bare.py | FileCheck %s --check-prefix=BARE
# RUN: %tirc --emit=tir -O0 %t/once.py | FileCheck %s --check-prefix=ONCE
# RUN: %tirc --emit=tir -O0 %t/undated.py | FileCheck %s --check-prefix=OLD
# CHECK-LABEL: def main
# CHECK: w: T.int32 = 0
# CHECK-NEXT: for i in range(5):
# CHECK-NEXT: w = w + A[i]
# CHECK-NEXT: B[0] = w

#--- comment.py
# from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    w: T.int32 = 0
    for i in range(5):
        w = w + A[i]
    B[0] = w
#--- import.py
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    w: T.int32 = 0
    for i in range(5):
        w = w + A[i]
    B[0] = w
#--- plain.py
# from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    w = 0
    for i in range(5):
        w += A[i]
    B[0] = w
#--- module.py
# The dialect is the text's: the sign stands in another function.
# from tvm.script import ir as I
# from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        w: T.int32 = 0
        for i in range(5):
            w = w + A[i]
        B[0] = w

    @T.prim_func
    def other(A: T.Buffer((16,), "int32"), n: T.int32):
        # MOD: x: T.int32 = n + 1
        x: T.int32 = n + 1
        A[x] = x
#--- spellings.py
# from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), n: T.int32):
    # MORE: f: T.float32 = T.float32(0.0)
    # MORE-NEXT: g: T.float32 = A[1]
    f: T.float32 = 0.0
    g = A[1]
    k: T.int64 = 0
    # MORE: while f < A[0]:
    while f < A[0]:
        # MORE-NEXT: f = f + T.float32(0.5)
        f += 0.5
        # MORE-NEXT: for i in range(n):
        for i in range(n):
            # MORE-NEXT: if B[i] > 3:
            if B[i] > 3:
                # MORE-NEXT: g = g * f
                # MORE-NEXT: k = k + T.Cast("int64", i)
                g *= f
                k, h = k + i, n
                # MORE-NEXT: h: T.int32 = n
                # MORE-NEXT: h = h + 1
                h = h + 1
                B[i] = h
            # MORE-NEXT: B[i] = h
            # MORE-NEXT: else:
            else:
                # MORE-NEXT: f_1: T.float32 = g
                # MORE-NEXT: f_1 = f_1 + g
                f: T.float32 = g
                f = f + g
    # MORE: A[0] = f
    A[0] = f
    B[0] = k
#--- bare.py
# from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    # BARE: x: T.int32{{$}}
    # BARE-NEXT: if n > 1:
    x: T.int32
    if n > 1:
        # BARE-NEXT: x = 1
        x = 1
    # BARE: y: T.int32 = n
    y: T.int32 = n
    A[y] = x
#--- once.py
# Nothing is assigned again: a name in a sibling's scope is another one.
# from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    # ONCE: x: T.let[T.int32] = n + 1
    x: T.int32 = n + 1
    A[x] = x
    for i in range(n):
        # ONCE: y: T.let[T.int32] = i
        y: T.int32 = i
        A[y] = 1
    for i in range(n):
        # ONCE: y: T.let[T.int32] = i + 1
        y: T.int32 = i + 1
        A[y] = 1
#--- undated.py
@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    # OLD: @T.prim_func(s_tir=True)
    # OLD: C = T.alloc_buffer((16,), "int32")
    C_1 = T.allocate([16], "int32", "global")
    C = T.Buffer((16,), "int32", data=C_1)
    # OLD: with T.sblock("b"):
    for i in range(16):
        with T.block("b"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[vi]
    # OLD: x: T.let[T.int32] = n + 1
    x: T.int32 = n + 1
    A[x] = C[x]
