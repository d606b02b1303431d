# Parameters: names, noalias only where the function promises it, alignment, sizes.
# RUN: %tirc -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu %s | FileCheck %s
# RUN: %tirc -O0 --emit=ll --target=hexagon %s | FileCheck %s --check-prefix=HEXAGON
# RUN: %tirc --emit=header %s | FileCheck %s --check-prefix=HEADER
from tvm.script import ir as I
from tvm.script import tirx as T

# HEXAGON: target triple = "hexagon-unknown-elf"
# HEXAGON: attributes {{.*}} "target-cpu"="hexagonv67" "target-features"="+hvxv67,+hvx-length128b"
@I.ir_module
class Module:
    # CHECK-LABEL: define void @scale(
    # CHECK-SAME: ptr noalias align 64 dereferenceable(64) %A,
    # CHECK-SAME: ptr noalias align 32 dereferenceable(64) %B, float %k)
    # HEADER: void scale({{.*}}A, {{.*}}B, float k);
    @T.prim_func(s_tir=True)
    def scale(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32", align=32), k: T.float32):
        T.func_attr({"tirx.noalias": True})
        for i in range(16):
            B[i] = A[i] * k

    # CHECK-LABEL: define void @may_overlap(ptr align 64 dereferenceable(64) %A, ptr align 64 dereferenceable(64) %B)
    @T.prim_func(s_tir=True)
    def may_overlap(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        B[0] = A[1]

    # A bool is a byte for C; a size no parameter spells out comes last.
    # CHECK-LABEL: define void @sizes(ptr align 64 %A, i8 zeroext %b, i8 signext %c, i32 %n)
    # HEADER: void sizes({{.*}}A, uint8_t b, int8_t c, int32_t n);
    @T.prim_func(s_tir=True)
    def sizes(A: T.Buffer(("n",), "float32"), b: T.bool, c: T.int8):
        if b:
            A[c] = T.float32(1)

    # CHECK-LABEL: define i32 @uses(i32 %x)
    # CHECK: call i32 @helper(i32 %x)
    @T.prim_func(s_tir=True)
    def uses(x: T.int32) -> T.int32:
        return Module.helper(x)

    # CHECK-LABEL: define internal i32 @helper(i32 %x)
    # CHECK: ret i32
    # HEADER-NOT: helper
    @T.prim_func(private=True, s_tir=True)
    def helper(x: T.int32) -> T.int32:
        return x + 1
