# LLVM's vectoriser leaves alone a short loop that sums up what lies in another line of the cache each time: it would gather it.
# RUN: %tirc --target=host -O2 --emit=ll --after=lower %s | FileCheck %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: @triangle(
    # CHECK: br label %for{{[0-9]+}}, !llvm.loop
    @T.prim_func(s_tir=True)
    def triangle(A: T.Buffer((44, 44), "int32"), B: T.Buffer((44, 48), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(44, 48):
            for k in range(i + 1, 44):
                B[i, j] = B[i, j] + A[i, k] * B[k, j]

    # Always as many iterations: LLVM reckons with that number.
    # CHECK-LABEL: @square(
    # CHECK-NOT: !llvm.loop
    @T.prim_func(s_tir=True)
    def square(A: T.Buffer((44, 44), "int32"), B: T.Buffer((44, 48), "int32"), C: T.Buffer((44, 48), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(44, 48):
            for k in range(44):
                C[i, j] = C[i, j] + A[i, k] * B[k, j]

    # The loads are neighbours.
    # CHECK-LABEL: @rows(
    # CHECK-NOT: !llvm.loop
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((44, 44), "int32"), B: T.Buffer((48, 44), "int32"), C: T.Buffer((44, 48), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(44, 48):
            for k in range(i + 1, 44):
                C[i, j] = C[i, j] + A[i, k] * B[j, k]

    # Each iteration stores to another element.
    # CHECK-LABEL: @columns(
    # CHECK-NOT: !llvm.loop
    @T.prim_func(s_tir=True)
    def columns(A: T.Buffer((44, 44), "int32"), B: T.Buffer((44, 44), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(44):
            for k in range(i + 1, 44):
                B[i, k] = A[k, i] * 3

# CHECK: "llvm.loop.vectorize.enable", i1 false
