# RUN: split-file %s %t.split
# RUN: %tirc --emit=tir %t.split/a.py | FileCheck %s
# Values as older files wrote them, and characters by their number.
#--- a.py
# from tvm.script import tir as T
@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK: y = T.int32()
    # CHECK-NEXT: A[0] = T.Let(y + y, where={y: x * 2})
    y = T.var("int32")
    A[0] = T.let(y, x * 2, y + y)
    # Two constants of a float type are compared when they are read.
    # CHECK: A[1] = T.Select(T.bool(True), 3, 4)
    A[1] = T.Select(T.float32(1.5) < T.float32(2.5), 3, 4)
    # CHECK: T.attr({"é": "€😀"})
    T.attr(0, "\u00e9", "\u20ac\U0001f600")
    # A renamed buffer of the same number of elements is the buffer.
    # CHECK: C = T.alloc_buffer((4, 4), "int32")
    # CHECK: C[1, 2] = x
    D = T.allocate([16], "int32", "global")
    C = T.buffer_decl((4, 4), "int32", data=D)
    C[1, 2] = x
    A[2] = C[1, 2]
