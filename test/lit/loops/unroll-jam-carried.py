# What an iteration loads again that the one before has loaded, LLVM keeps in registers: copies save that only once.  Extremes of floats are two instructions each.
# REQUIRES: isl
# RUN: %tirc --target=hexagon -O3 --lanes=0 --emit=tir --explain %s -o %t 2>&1 | FileCheck %s

# CHECK: loop 'i' is not unrolled and jammed: the copies would share too little
# CHECK: loop 'p': unrolled and jammed by a factor of

from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def largest(A: T.Buffer((14, 128), "float32"), B: T.Buffer((12, 126), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(12):
            for j in range(126):
                B[i, j] = T.max(T.max(T.max(A[i, j], A[i, j + 1]), T.max(A[i, j + 2], A[i + 1, j])), T.max(A[i + 1, j + 1], A[i + 1, j + 2]))

    @T.prim_func(s_tir=True)
    def diagonal(A: T.Buffer((14, 128), "float32"), B: T.Buffer((12, 126), "float32")):
        T.func_attr({"tirx.noalias": True})
        for p in range(12):
            for q in range(126):
                B[p, q] = A[p, q] + A[p + 1, q + 1] + A[p + 2, q + 2]
