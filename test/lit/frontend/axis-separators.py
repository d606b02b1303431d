# RUN: %tirc --run=interp %s A=1,2,3,4 2>&1 | FileCheck %s
# A buffer of several dimensions of memory has one here, and that is said.
# CHECK: axis-separators.py:9:{{.*}}warning: axis_separators are left out: memory has one dimension, row after row
# CHECK: C: int32[2, 2], minimum 1, maximum 4, first 1 2 3 4
from tvm.script import tir as T

@T.prim_func
def main(a: T.handle, c: T.handle):
    A = T.match_buffer(a, (2, 2), "int32", axis_separators=[1], scope="global.vtcm")
    C = T.match_buffer(c, (2, 2), "int32", axis_separators=[])
    for i, j in T.grid(2, 2):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj]
