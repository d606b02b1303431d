# On the host a loop that stores the same byte a few times is unrolled in full: LLVM makes a memset of it, and no vectors of the loop around.
# RUN: %tirc --target=host -O2 --emit=tir %s | FileCheck %s
# RUN: %tirc --target=host -O2 --no-loops --emit=tir %s | FileCheck --check-prefix=OFF %s
# RUN: %tirc -mtriple=x86_64-linux-gnu -mcpu=x86-64-v3 -O3 --emit=ll --function=twice %s | FileCheck --check-prefix=LL %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # The loop over x is split by the digits of x.
    # CHECK-LABEL: def twice
    # CHECK: for y, x_0 in T.grid(60, 128):
    # CHECK-NOT: for
    # CHECK: + 1] =
    # OFF-LABEL: def twice
    # OFF: for y, x_0, x_1 in T.grid(60, 128, 2):
    # LL-LABEL: @twice(
    # LL-NOT: memset
    # LL: store <{{[0-9]+}} x i8>
    # LL-NOT: memset
    @T.prim_func(s_tir=True)
    def twice(A: T.Buffer((30, 128), "uint8"), O: T.Buffer((60, 256), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(60, 256):
            O[y, x] = A[y // 2, x // 2]

    # CHECK-LABEL: def most
    # CHECK: for x in range(16):
    # CHECK-COUNT-8: O[{{.*}}] =
    @T.prim_func(s_tir=True)
    def most(A: T.Buffer((16,), "int8"), O: T.Buffer((128,), "int8")):
        for x, k in T.grid(16, 8):
            O[x * 8 + k] = A[x]

    # One more is left to LLVM; so are words, what changes, and a loop by itself.
    # CHECK-LABEL: def more
    # CHECK: T.grid(16, 9)
    @T.prim_func(s_tir=True)
    def more(A: T.Buffer((16,), "int8"), O: T.Buffer((144,), "int8")):
        T.func_attr({"tirx.noalias": True})
        for x, k in T.grid(16, 9):
            O[x * 9 + k] = A[x]

    # CHECK-LABEL: def words
    # CHECK: T.grid(16, 4)
    @T.prim_func(s_tir=True)
    def words(A: T.Buffer((16,), "int32"), O: T.Buffer((64,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for x, k in T.grid(16, 4):
            O[x * 4 + k] = A[x]

    # CHECK-LABEL: def changes
    # CHECK: T.grid(16, 4)
    @T.prim_func(s_tir=True)
    def changes(A: T.Buffer((64,), "int8"), O: T.Buffer((64,), "int8")):
        T.func_attr({"tirx.noalias": True})
        for x, k in T.grid(16, 4):
            O[x * 4 + k] = A[x + k]

    # CHECK-LABEL: def alone
    # CHECK: in range(4):
    @T.prim_func(s_tir=True)
    def alone(A: T.Buffer((1,), "int8"), O: T.Buffer((4,), "int8")):
        T.func_attr({"tirx.noalias": True})
        for k in range(4):
            O[k] = A[0]

    # A T.Let has a variable of its own: it is not copied.
    # CHECK-LABEL: def let
    # CHECK: T.grid(16, 8)
    @T.prim_func(s_tir=True)
    def let(A: T.Buffer((16,), "int8"), O: T.Buffer((128,), "int8")):
        for x, k in T.grid(16, 8):
            v = T.int8()
            O[x * 8 + k] = T.Let(v * v, where={v: A[x] + T.int8(1)})
