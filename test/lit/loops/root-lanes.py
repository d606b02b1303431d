# Reciprocals of roots in a loop become lanes.
# RUN: %tirc --target=hexagon -O2 --emit=tir %s | FileCheck %s
# CHECK: T.rsqrt({{.*}}T.Ramp(
# RUN: %tirc -O0 --run=interp %s A=random:3 V=random:5 --save=%t.plain && %tirc -O3 --run=hexagon %s A=random:3 V=random:5 --save=%t.lanes && diff -r %t.plain %t.lanes
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def batch_norm(O: T.Buffer((16, 64), "float16"), A: T.Buffer((16, 64), "int16"), V: T.Buffer((64,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i, c in T.grid(16, 64):
        O[i, c] = T.Cast("float16", A[i, c]) * T.rsqrt(T.Cast("float16", V[c] & 1023) + T.float16(0.001))
