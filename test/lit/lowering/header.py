# A header that any C and C++ compiler takes without a warning: names, what is only read, what does not overlap.
# RUN: rm -rf %t && mkdir %t && %tirc --emit=header -o %t/k.h %s && FileCheck %s < %t/k.h
# RUN: %python %S/Inputs/header.py %clang %t/k.h
# RUN: %tirc --emit=header --function=memcpy_ %s | FileCheck --check-prefix=ONE %s
# ONE: void memcpy_(
# ONE-NOT: void
# RUN: %tirc --emit=header --prefix=a_ --rename=double=twice --rename=main=run %s | FileCheck --check-prefix=RENAMED %s
# RENAMED: void twice(
# RENAMED: void run(
# RENAMED: void a_memcpy_(
# RENAMED-NOT: SYMBOL("{{main|double}}
# RUN: %tirc --emit=ll --prefix=a_ --rename=double=twice %s | FileCheck --check-prefix=IR %s
# IR-DAG: define {{.*}}@twice(
# IR-DAG: define {{.*}}@a_main(
# RUN: not %tirc --rename=a %s 2>&1 | FileCheck --check-prefix=FORM %s
# FORM: error: --rename=a: must be OLD=NEW
# RUN: not %tirc --rename=none=x %s 2>&1 | FileCheck --check-prefix=NONE %s
# NONE: error: --rename=none=x: no function is exported as 'none', and none is called so
# RUN: not %tirc --rename=main=double %s 2>&1 | FileCheck --check-prefix=TWO %s
# TWO: error: two functions are exported as 'double'
# RUN: not %tirc --prefix=llvm. -S %s 2>&1 | FileCheck --check-prefix=LLVM %s
# LLVM: error: a function's name cannot begin with 'llvm.'
from tvm.script import ir as I
from tvm.script import tirx as T

# CHECK: #ifndef K_H
@I.ir_module
class Module:
    # CHECK: /* double
    # CHECK-NEXT: * int_: float32[4], only read, aligned to 64 bytes
    # CHECK-NEXT: * restrict_: float32[4], aligned to 64 bytes
    # CHECK-NEXT: * Buffers may overlap. */
    # CHECK-NEXT: void double_(const float *int_, float *restrict_, int32_t int__, uint8_t b, int32_t uint8_t_) TIRC_SYMBOL("double");
    # CHECK-NEXT: #define double__int__ALIGN 64
    # CHECK-NEXT: #define double__int__ELEMENTS 4
    @T.prim_func(s_tir=True)
    def double(int: T.Buffer((4,), "float32"), restrict: T.Buffer((4,), "float32"), int_: T.int32, b: T.bool, uint8_t: T.int32):
        for i in range(4):
            restrict[i] = int[i] * T.Cast("float32", int_)

    # CHECK: void main_(int8_t *TIRC_RESTRICT new_) TIRC_SYMBOL("main");
    @T.prim_func(s_tir=True)
    def main(new: T.Buffer((4,), "int8")):
        T.func_attr({"tirx.noalias": True})
        for i in range(4):
            new[i] = T.int8(1)

    # CHECK: * A: float32[n, 8], strides [16, 1], in global.vtcm (vector tightly coupled memory), only read, aligned to 128 bytes
    # CHECK-NEXT: * B: float32[n, 8], strides [m, 1], the pointer is to element 4, aligned to 64 bytes
    # CHECK-NEXT: * No two buffers overlap. */
    # CHECK-NEXT: void memcpy_(const float *TIRC_RESTRICT A, float *TIRC_RESTRICT B, float s, int32_t n, int32_t m);
    # CHECK-NEXT: #define memcpy__A_ALIGN 128
    # CHECK-NEXT: #define memcpy__B_ALIGN 64
    @T.prim_func(s_tir=True)
    def memcpy_(a: T.handle, b: T.handle, s: T.float32):
        T.func_attr({"tirx.noalias": True})
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n, 8), strides=(16, 1), align=128, scope="global.vtcm")
        B = T.match_buffer(b, (n, 8), strides=(m, 1), elem_offset=4)
        for i, j in T.grid(n, 8):
            B[i, j] = A[i, j] * s

    # A name that is none of C's, a symbol in quotes, a comment's end in it.
    # CHECK: /* odd
    # CHECK: void k9_a{{_*}}(const int32_t *A) TIRC_SYMBOL("9 a\"\\ */");
    @T.prim_func(s_tir=True)
    def odd(A: T.Buffer((4,), "int32", strides=(3,))):
        T.func_attr({"global_symbol": "9 a\"\\ */"})
        T.evaluate(A[0])

    # What a view writes is written; what is given away may be; lanes count.
    # CHECK: void views(int16_t *A, uint16_t *B, const float *C, float *D);
    # CHECK: #define views_A_ELEMENTS 64
    # CHECK: #define views_C_ELEMENTS 8
    @T.prim_func(s_tir=True)
    def views(A: T.Buffer((8, 8), "int16"), B: T.Buffer((4,), "float16"), C: T.Buffer((2,), "float32x4"), D: T.Buffer((1,), "float32")):
        V = A.view(64)
        V[63] = T.int16(0)
        T.evaluate(T.call_extern("int32", "unknown", B.data))
        D[0] = T.Shuffle([C[1]], [0])
# UNSUPPORTED: slow-with-sanitizers
