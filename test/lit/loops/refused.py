# A nest that looks like one that is recognised as a whole, and is none, is told of with the test that failed.
# RUN: %tirc --explain --target=hexagon --cover=0 -O2 --emit=tir %s -o /dev/null 2>&1 | FileCheck --implicit-check-not="function 'elementwise'" %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not a dot product: an operand is no byte
    @T.prim_func(s_tir=True)
    def dot_operand(A: T.Buffer((32, 64), "int16"), B: T.Buffer((48, 64), "int16"), C: T.Buffer((32, 48), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(32, 48):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not a dot product: the innermost loop that adds up does not go along the bytes
    @T.prim_func(s_tir=True)
    def dot_words(A: T.Buffer((32, 64), "int8"), B: T.Buffer((48, 128), "int8"), C: T.Buffer((32, 48), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(32, 48):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k * 2])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not a dot product: an index is no sum of loops
    @T.prim_func(s_tir=True)
    def dot_index(A: T.Buffer((32, 64), "int8"), B: T.Buffer((48, 64), "int8"), C: T.Buffer((32, 48), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(32, 48):
            C[i, 47 - j] = 0
            for k in range(64):
                C[i, 47 - j] = C[i, 47 - j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not a dot product: no loop of 4 or more iterations
    @T.prim_func(s_tir=True)
    def dot_lanes(A: T.Buffer((3, 64), "int8"), B: T.Buffer((2, 64), "int8"), C: T.Buffer((3, 2), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(3, 2):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'i' is not a dot product: the copies of its operands and sums would take more than 64 KB
    @T.prim_func(s_tir=True)
    def dot_large(A: T.Buffer((32, 2048), "int8"), B: T.Buffer((480, 2048), "int8"), C: T.Buffer((32, 480), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(32, 480):
            C[i, j] = 0
            for k in range(2048):
                C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])

    # CHECK: :[[@LINE+3]]:9: remark: loop 'i' is not a dot product: a store in it may change an operand
    @T.prim_func(s_tir=True)
    def dot_overlaps(A: T.Buffer((32, 64), "int8"), B: T.Buffer((48, 64), "int8"), C: T.Buffer((32, 48), "int32")):
        for i, j in T.grid(32, 48):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'y' is not a horizontal reduction: a block is not 4, 8, 16 or 32 neighbouring bytes
    @T.prim_func(s_tir=True)
    def neighbours_block(A: T.Buffer((64, 512), "uint8"), C: T.Buffer((64, 64), "int32")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 64):
            C[y, x] = 0
            for j in range(6):
                C[y, x] = C[y, x] + T.Cast("int32", A[y, x * 8 + j])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'y' is not a horizontal reduction: fewer than 32 blocks
    @T.prim_func(s_tir=True)
    def neighbours_few(A: T.Buffer((64, 512), "uint8"), C: T.Buffer((64, 16), "int32")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 16):
            C[y, x] = 0
            for j in range(8):
                C[y, x] = C[y, x] + T.Cast("int32", A[y, x * 8 + j])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'y' is not a horizontal reduction: the bytes of neighbouring blocks do not lie one behind the other
    @T.prim_func(s_tir=True)
    def neighbours_row(A: T.Buffer((64, 640), "uint8"), C: T.Buffer((64, 64), "int32")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 64):
            C[y, x] = 0
            for j in range(8):
                C[y, x] = C[y, x] + T.Cast("int32", A[y, x * 9 + j])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'y' is not a horizontal reduction: the sums of neighbouring blocks are not stored next to each other
    @T.prim_func(s_tir=True)
    def neighbours_store(A: T.Buffer((64, 512), "uint8"), C: T.Buffer((64, 128), "int32")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 64):
            C[y, x * 2] = 0
            for j in range(8):
                C[y, x * 2] = C[y, x * 2] + T.Cast("int32", A[y, x * 8 + j])

    # CHECK: :[[@LINE+4]]:9: remark: loop 'y' is not a layout permutation: no 16 registers or fewer
    @T.prim_func(s_tir=True)
    def transpose_short(A: T.Buffer((100, 200), "uint8"), B: T.Buffer((200, 100), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(200, 100):
            B[y, x] = A[x, y]

    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not changed at its quotient: the divisor takes more than 16 values
    @T.prim_func(s_tir=True)
    def quotient_divisor(A: T.Buffer((64, 512), "uint8"), B: T.Buffer((64, 512), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 512):
            B[y, x] = T.Cast("uint8", T.truncdiv(T.Cast("int32", A[y, x]) * 3, x + 1))

    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not changed at its quotient: no product of 16 bits is the quotient
    @T.prim_func(s_tir=True)
    def quotient_sum(A: T.Buffer((64, 512), "int32"), B: T.Buffer((64, 512), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 512):
            B[y, x] = T.Cast("uint8", T.truncdiv(A[y, x], 7))

    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not shrunk: values that it computes may not fit in 16 bits
    @T.prim_func(s_tir=True)
    def shrink_fits(A: T.Buffer((64, 512), "int16"), B: T.Buffer((64, 512), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 512):
            B[y, x] = T.Cast("uint8", (T.Cast("int32", A[y, x]) * 300 + 7) >> 15)

    # CHECK: :[[@LINE+5]]:9: remark: loop 'i' is not a row reduction: its rows are no multiple of 32, and fewer than 4 or counted
    @T.prim_func(s_tir=True)
    def turn_blocks(A: T.Buffer((2560,), "int8"), B: T.Buffer((2560,), "int8")):
        T.func_attr({"tirx.noalias": True})
        s = T.alloc_buffer((1,), "int32")
        for i in range(40):
            s[0] = 0
            for j in range(64):
                s[0] = T.max(s[0], T.Cast("int32", A[i * 64 + j]))
            for j in range(64):
                B[i * 64 + j] = T.Cast("int8", T.Cast("int32", A[i * 64 + j]) - s[0] - i)

    # CHECK: :[[@LINE+4]]:9: remark: loop 'y' is not collapsed over its columns: a load goes neither along memory nor along the columns
    @T.prim_func(s_tir=True)
    def repeat_loads(A: T.Buffer((9600,), "int8"), Z: T.Buffer((24,), "int32"), M: T.Buffer((240,), "int32"), B: T.Buffer((9600,), "int8")):
        T.func_attr({"tirx.noalias": True})
        for y, c in T.grid(400, 24):
            B[y * 24 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift_per_axis(T.Cast("int32", A[y * 24 + c]) + M[c * 10], Z[c], 0, 7, 31, T.bool(False), T.bool(True)), 127), -128))

    # CHECK: :[[@LINE+4]]:9: remark: loop 'x' is not a window reduction in one expression: fewer iterations than lanes lie next to each other
    @T.prim_func(s_tir=True)
    def taps_short(A: T.Buffer((66, 34), "uint8"), K: T.Buffer((9,), "int8"), B: T.Buffer((64, 32), "int16")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 32):
            B[y, x] = T.int16(0)
            for i, j in T.grid(3, 3):
                B[y, x] = B[y, x] + T.Cast("int16", A[y + i, x + j]) * T.Cast("int16", K[i * 3 + j])

    # Nothing is said of what is nothing of the kind.
    @T.prim_func(s_tir=True)
    def elementwise(A: T.Buffer((64, 512), "float32"), B: T.Buffer((64, 512), "float32")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(64, 512):
            B[y, x] = A[y, x] + A[y, x]
