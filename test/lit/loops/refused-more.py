# More nests that look like one that is recognised as a whole: those that are understood, and would not pay, too.
# RUN: %tirc --explain --target=hexagon --cover=0 -O2 --emit=tir %s -o /dev/null 2>&1 | FileCheck %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not a window reduction in one expression: neighbouring iterations do not load and store neighbours
    @T.prim_func(s_tir=True)
    def taps_row(A: T.Buffer((66, 520), "uint8"), K: T.Buffer((9,), "int8"), B: T.Buffer((64, 128), "int16")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 128):
            B[y, x] = T.int16(0)
            for i, j in T.grid(3, 3):
                B[y, x] = B[y, x] + T.Cast("int16", A[y + i, x * 4 + j]) * T.Cast("int16", K[i * 3 + j])

    # CHECK: :[[@LINE+5]]:9: remark: loop 'i' is not a row reduction: it accesses something other than rows of bytes
    @T.prim_func(s_tir=True)
    def turn_access(A: T.Buffer((64 * 64,), "int8"), D: T.Buffer((64 * 64,), "int16"), B: T.Buffer((64 * 64,), "int8")):
        T.func_attr({"tirx.noalias": True})
        s = T.alloc_buffer((1,), "int32")
        for i in range(64):
            s[0] = 0
            for j in range(64):
                s[0] = T.max(s[0], T.Cast("int32", A[i * 64 + j]))
            for j in range(64):
                B[i * 64 + j] = T.Cast("int8", T.Cast("int32", D[i * 64 + j]) - s[0])

    # CHECK: :[[@LINE+5]]:9: remark: loop 'i' is not a row reduction: a row that is stored is not stored whole
    @T.prim_func(s_tir=True)
    def turn_stored(A: T.Buffer((64 * 64,), "int8"), B: T.Buffer((64 * 64,), "int8")):
        T.func_attr({"tirx.noalias": True})
        s = T.alloc_buffer((1,), "int32")
        for i in range(64):
            s[0] = 0
            for j in range(64):
                s[0] = T.max(s[0], T.Cast("int32", A[i * 64 + j]))
            for j in range(32):
                B[i * 64 + j] = T.Cast("int8", T.Cast("int32", A[i * 64 + j]) - s[0])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'j' is not a dot product: the dot products would not take half of the time
    @T.prim_func(s_tir=True)
    def dot_pays(A: T.Buffer((1, 64), "int8"), B: T.Buffer((5, 64), "int8"), C: T.Buffer((1, 5), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(1, 5):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])

    # CHECK: :[[@LINE+5]]:9: remark: loop '{{w(_1)?}}' is not a window reduction on interleaved columns: no loops of it go along lines of two interleaved columns
    @T.prim_func(s_tir=True)
    def stencil_loops(A: T.Buffer((640,), "int16"), O: T.Buffer((512,), "int16")):
        T.func_attr({"tirx.noalias": True})
        sum = T.alloc_buffer((1,), "int32")
        for w, c in T.grid(16, 16):
            sum[0] = 0
            for rw in range(3):
                sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 32 + c * 2 + (w + rw) % 2])
            O[w // 2 * 32 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0] * 5461 + 8192, 14))
