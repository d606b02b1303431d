# RUN: %tirc --emit=tir --after=read %s -o %t.py && FileCheck %s < %t.py
# RUN: %tirc --emit=tir --after=read %t.py | diff %t.py -
# A parameter that is a stride is known where the body begins: the buffer is made there.
# CHECK: def main(A_handle: T.handle, B: T.Buffer(("m", "n")
# CHECK-NEXT: A = T.match_buffer(A_handle, (m, n), strides=(p, 1))
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(a: T.handle, b: T.handle, m: T.int32, n: T.int32, p: T.int32):
    A = T.match_buffer(a, (m, n), "float32", strides=[p, 1])
    B = T.match_buffer(b, (m, n), "float32")
    for i, j in T.grid(m, n):
        B[i, j] = A[i, j]
