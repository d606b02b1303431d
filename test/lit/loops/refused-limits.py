# Nests that are left alone for a limit, and for what few texts have: what two iterations store to, sums without a place, what does not pay.
# RUN: %tirc --explain --target=hexagon --cover=0 -O2 --emit=tir %s -o /dev/null 2>&1 | FileCheck %s
# RUN: %tirc --explain --target=hexagon --cover=0 -O2 --loops-counter=0 --emit=tir %s -o /dev/null 2>&1 | FileCheck --check-prefix=COUNTER %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK: :[[@LINE+5]]:9: remark: loop '{{h(_1)?}}' is not a window reduction on interleaved columns: the window has too many elements
    @T.prim_func(s_tir=True)
    def stencil_large(A: T.Buffer((2, 3, 8, 2, 32, 2), "uint16"), O: T.Buffer((2, 2, 8, 2, 32, 2), "int16")):
        T.func_attr({"tirx.noalias": True})
        sum = T.alloc_buffer((1,), "int32")
        for h, w, c in T.grid(4, 8, 32):
            sum[0] = 7
            for rh, rw in T.grid(10, 4):
                sum[0] = sum[0] + T.Cast("int32", A[(h + rh) // 8, (w + rw) // 4, (h + rh) % 8, (w + rw) % 4 // 2, c, (w + rw) % 2])
            O[h // 8, w // 4, h % 8, w % 4 // 2, c, w % 2] = T.Cast("int16", T.max(sum[0], -5))

    # CHECK: :[[@LINE+4]]:9: remark: loop '{{w(_1)?}}' is not a window reduction on interleaved columns: what it stores to may overlap what it loads
    @T.prim_func(s_tir=True)
    def stencil_overlaps(A: T.Buffer((640,), "int16"), O: T.Buffer((512,), "int16")):
        sum = T.alloc_buffer((1,), "int32")
        for w, c in T.grid(16, 32):
            sum[0] = 0
            for rw in range(3):
                sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + (w + rw) % 2])
            O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0] * 5461 + 8192, 14))

    # CHECK: :[[@LINE+4]]:9: remark: loop 'y' is not a layout permutation: two iterations may store to one element
    @T.prim_func(s_tir=True)
    def permute_twice(A: T.Buffer((2048,), "uint8"), B: T.Buffer((2048,), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for y, x, r in T.grid(32, 64, 2):
            B[x * 32 + y] = A[y * 64 + x]

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not a dot product: its sums do not begin with a constant, are not stored next to each other, or two of them go to one element
    @T.prim_func(s_tir=True)
    def dot_place(A: T.Buffer((32, 64), "int8"), B: T.Buffer((48, 64), "int8"), C: T.Buffer((96,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(32, 48):
            C[i + j] = 0
            for k in range(64):
                C[i + j] = C[i + j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not collapsed over its columns: the replicated columns would not take less time
    @T.prim_func(s_tir=True)
    def repeat_pays(S: T.Buffer((600,), "int32"), bias: T.Buffer((100,), "int32"), mul: T.Buffer((100,), "int32"), sh: T.Buffer((100,), "int32"), O: T.Buffer((600,), "int8")):
        T.func_attr({"tirx.noalias": True})
        for x, c in T.grid(6, 100):
            O[x * 100 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift_per_axis(S[x * 100 + c] + bias[c], mul[c], 0, sh[c], 31, T.bool(False), T.bool(True)), 127), -128))

    # CHECK: :[[@LINE+5]]:9: remark: loop 'i' is not a row reduction: the transposed rows would not take less time
    @T.prim_func(s_tir=True)
    def turn_pays(A: T.Buffer((128,), "int8"), Q: T.Buffer((32,), "int8"), O: T.Buffer((8192,), "int8"), P: T.Buffer((8192,), "int8")):
        T.func_attr({"tirx.noalias": True})
        sum = T.alloc_buffer((1,), "int32")
        for i in range(32):
            sum[0] = 0
            for j in range(4):
                sum[0] = sum[0] + T.Cast("int32", A[i * 4 + j])
            Q[i] = T.Cast("int8", sum[0])
            for j in range(256):
                O[i * 256 + j] = P[i * 256 + j]

    # CHECK: :[[@LINE+5]]:9: remark: loop 'x' is not a window reduction of bytes in one expression: the sum does not fit in 16 bits, or what is made of it is not short
    @T.prim_func(s_tir=True)
    def taps_narrow(A: T.Buffer((66, 520), "uint8"), B: T.Buffer((64, 128), "int32")):
        T.func_attr({"tirx.noalias": True})
        sum = T.alloc_buffer((1,), "int32")
        for y, x in T.grid(64, 128):
            sum[0] = 0
            for i, j in T.grid(3, 3):
                sum[0] = sum[0] + T.Cast("int32", A[y + i, x + j])
            B[y, x] = sum[0] * 7281

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not split: its loops have annotations, a step or bounds that are no constants
    @T.prim_func(s_tir=True)
    def split_shape(A: T.Buffer((64, 64), "int32"), O: T.Buffer((64, 64), "int32"), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            for j in range(64):
                O[i, j] = T.if_then_else(2 < i, A[i - 2, j], 0)

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not unrolled and jammed: its body is too large
    @T.prim_func(s_tir=True)
    def jam_large(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32"), O: T.Buffer((64, 64), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(64, 64):
            for k in T.unroll(400):
                O[i, j] = O[i, j] + A[i, (j + k) % 64] * B[j, (i * k) % 64]

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not unrolled and jammed: its body calls a function or takes an address
    @T.prim_func(s_tir=True)
    def jam_effect(A: T.Buffer((64, 64), "int32"), O: T.Buffer((64, 64), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(64, 64):
            O[i, j] = A[j, i] + T.call_extern("int32", "seen", A[i, j])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not vectorised: its body is too large
    @T.prim_func(s_tir=True)
    def lanes_large(A: T.Buffer((400,), "uint8"), O: T.Buffer((300,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for x in range(300):
            own = T.alloc_buffer((1,), "int32")
            own[0] = 0
            for k in T.unroll(60):
                own[0] = T.max(own[0], T.Cast("int32", A[x + k]) - own[0])
            O[x] = own[0]

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not vectorised: its body calls a function or takes an address
    @T.prim_func(s_tir=True)
    def lanes_effect(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            O[i] = T.call_extern("int32", "seen", A[i])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not vectorised: the vectors would not take half of the time
    @T.prim_func(s_tir=True)
    def lanes_pays(A: T.Buffer((300,), "int32"), O: T.Buffer((300,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for x in range(33):
            O[x] = A[x] + 1

    # CHECK: :[[@LINE+5]]:9: remark: loop 'i' is not vectorised: no number of lanes fits it
    @T.prim_func(s_tir=True)
    def lanes_fit(A: T.Buffer((128,), "int8"), Q: T.Buffer((32,), "int8"), O: T.Buffer((8192,), "int8"), P: T.Buffer((8192,), "int8")):
        T.func_attr({"tirx.noalias": True})
        sum = T.alloc_buffer((1,), "int32")
        for i in range(32):
            sum[0] = 0
            for j in range(4):
                sum[0] = sum[0] + T.Cast("int32", A[j * 32 + i])
            Q[i] = T.Cast("int8", sum[0])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not vectorised: it has annotations or a step
    @T.prim_func(s_tir=True)
    def lanes_shape(A: T.Buffer((300,), "int32"), O: T.Buffer((300,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for x in T.serial(300, annotations={"kept": 1}):
            O[x] = A[x]

    # CHECK: :[[@LINE+5]]:9: remark: loop 'i': index-set splitting
    # COUNTER: :[[@LINE+4]]:9: remark: loop 'i' is not split: --loops-counter has come to its end
    @T.prim_func(s_tir=True)
    def split_counter(A: T.Buffer((64, 64), "uint8"), O: T.Buffer((64, 64), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(64, 64):
            O[i, j] = T.if_then_else(2 < i and i < 60, A[i - 2, j] + A[i + 3, j], T.uint8(0))
