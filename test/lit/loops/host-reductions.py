# On the host a reduction that begins under a condition inside of the loops that reduce begins in front of them: LLVM's vectoriser makes no
# vectors of loops with the condition.  Nothing else of a nest changes: neither the order of loops nor where another nest sets the sum.
# RUN: %tirc --target=host -O2 --emit=tir %s | FileCheck %s
# RUN: %tirc --target=host -O2 --no-loops --emit=tir %s | FileCheck --check-prefix=OFF %s
# RUN: %tirc --target=host -O2 -fno-vectorize --emit=tir %s | FileCheck --check-prefix=OFF %s
# RUN: %tirc --target=host -O1 --emit=tir %s | FileCheck --check-prefix=OFF %s
# RUN: %tirc -mtriple=x86_64-linux-gnu -mcpu=x86-64-v3 -O3 --emit=asm --function=product %s | FileCheck --check-prefix=ASM %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # Loops of one iteration inside are no matter.
    # CHECK-LABEL: def product
    # CHECK: for y, m in T.grid(10, 32):
    # CHECK-NEXT: C[y, m] = 0
    # CHECK-NEXT: for k, u in T.grid(32, 1):
    # CHECK-NEXT: C[y, m] = C[y, m] + T.Cast("int32", A[y + u, k]) * T.Cast("int32", W[m, k])
    # OFF-LABEL: def product
    # OFF: if k == 0 and u == 0:
    # ASM-LABEL: product:
    # ASM: {{vpmulld|vpmaddwd}}
    @T.prim_func(s_tir=True)
    def product(A: T.Buffer((10, 32), "int8"), W: T.Buffer((32, 32), "int8"), C: T.Buffer((10, 32), "int32")):
        T.func_attr({"tirx.noalias": True})
        for y, m, k, u in T.grid(10, 32, 32, 1):
            if k == 0 and u == 0:
                C[y, m] = 0
            C[y, m] = C[y, m] + T.Cast("int32", A[y + u, k]) * T.Cast("int32", W[m, k])

    # CHECK-LABEL: def choice
    # CHECK: C[y] = T.float32(1.5)
    # CHECK-NEXT: for a, b in T.grid(8, 4):
    # CHECK-NEXT: C[y] = C[y] + A[y, a, b]
    @T.prim_func(s_tir=True)
    def choice(A: T.Buffer((10, 8, 4), "float32"), C: T.Buffer((10,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for y, a, b in T.grid(10, 8, 4):
            C[y] = T.if_then_else(a * 4 + b == 0, T.float32(1.5), C[y]) + A[y, a, b]

    # The innermost loop goes over elements.
    # CHECK-LABEL: def rows
    # CHECK: for y, k, m in T.grid(10, 32, 32):
    # CHECK-NEXT: if k == 0:
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((10, 32), "int32"), W: T.Buffer((32, 32), "int32"), C: T.Buffer((10, 32), "int32")):
        T.func_attr({"tirx.noalias": True})
        for y, k, m in T.grid(10, 32, 32):
            if k == 0:
                C[y, m] = 0
            C[y, m] = C[y, m] + A[y, k] * W[k, m]

    # CHECK-LABEL: def before
    # CHECK: for y in range(10):
    # CHECK-NEXT: C[y] = 0
    # CHECK-NEXT: for a, b, y in T.grid(8, 4, 10):
    @T.prim_func(s_tir=True)
    def before(A: T.Buffer((10, 8, 4), "int32"), C: T.Buffer((10,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for y in range(10):
            C[y] = 0
        for a, b in T.grid(8, 4):
            for y in range(10):
                C[y] = C[y] + A[y, a, b]

    # The condition holds in another iteration.
    # CHECK-LABEL: def second
    # CHECK: if k == 1:
    @T.prim_func(s_tir=True)
    def second(A: T.Buffer((10, 32), "int32"), C: T.Buffer((10,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for y, k in T.grid(10, 32):
            if k == 1:
                C[y] = 0
            C[y] = C[y] + A[y, k]
