# RUN: %tirc --emit=tir -O2 %s 2> %t.err | FileCheck %s
# RUN: count 0 < %t.err
# n - n // (z * y) * (z * y) is n % (z * y), also where the product is multiplied out.
from tvm.script import tirx as T


# CHECK: T.bind(n % v)
@T.prim_func(s_tir=True)
def main(B: T.Buffer((1,), "float32"), Q: T.Buffer((1,), "float32"), y: T.int32, z: T.int32, n: T.int32):
    L = T.int32()
    v = T.bind(z * T.Let(y, where={L: 0}))
    Q[0] = T.Cast("float32", n % v)
    B[0] = T.Cast("float32", n - n // v * v)
