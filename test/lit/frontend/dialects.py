# RUN: split-file %s %t
# RUN: %tirc --emit=tir -O0 %t/d2.py | FileCheck %s
# RUN: %tirc --emit=tir -O0 %t/d3.py | FileCheck %s
# RUN: %tirc --emit=tir -O0 %t/d5.py | FileCheck %s --check-prefix=SCALAR
# The one text that means two things: up to TVM 0.24 x is a let, from 0.25 on it is a variable.
# CHECK: x: T.let[T.int32] = n + 1
# SCALAR: x: T.int32 = n + 1

#--- d2.py
# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    T.func_attr({"tir.noalias": T.bool(True)})
    x: T.int32 = n + 1
    A[x] = T.bitwise_and(x, 3)
#--- d3.py
# from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    x: T.int32 = n + 1
    A[x] = x
#--- d5.py
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "int32"), n: T.int32):
    x: T.int32 = n + 1
    A[x] = x
