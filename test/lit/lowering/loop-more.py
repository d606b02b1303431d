# RUN: %tirc --target=hexagon --passes=verify --emit=ll %s | FileCheck %s
# RUN: %tirc --target=hexagon --lanes=0 -O3 --emit=ll %s | FileCheck --check-prefix=VECTOR %s
# Loops that LLVM's vectoriser may have as well: of extents that a parameter tells, rows that grow, downwards,
# scaled values; and those it may not have.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    # CHECK: define void @unknown(
    # CHECK-NOT: !llvm.loop
    # VECTOR: define void @unknown(
    # VECTOR: add nsw <32 x i32>
    @T.prim_func
    def unknown(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            B[i] = A[i] + 1

    # half of the longest row has a vector's lanes
    # CHECK: define void @grows(
    # CHECK: !llvm.loop
    # CHECK-NOT: !llvm.loop
    # VECTOR: define void @grows(
    # VECTOR: add nsw <32 x i32>
    @T.prim_func
    def grows(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            for j in range(i + 1):
                B[i, j] = A[i, j] + 1

    # it has not
    # CHECK: define void @grows_less(
    # CHECK-COUNT-4: !llvm.loop
    # VECTOR: define void @grows_less(
    # VECTOR-NOT: x i32>
    @T.prim_func
    def grows_less(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32"), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(40):
            for j in range(i, 60):
                B[i, j] = A[i, j] + 1
        for i in range(n):
            for j in range(T.min(n - i * 20, 20)):
                B[i, j] = A[i, j] + 1

    # CHECK: define void @down(
    # CHECK-NOT: !llvm.loop
    # VECTOR: define void @down(
    # VECTOR: add nsw <32 x i32>
    @T.prim_func
    def down(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(256):
            B[i] = A[255 - i] + 1

    # CHECK: define void @scaled(
    # CHECK: store <128 x i32>
    # VECTOR: define void @scaled(
    # VECTOR: store <{{[0-9]+}} x i{{16|32}}>
    # VECTOR: store <32 x i32>
    @T.prim_func
    def scaled(A: T.Buffer((256,), "int8"), B: T.Buffer((256,), "int32"), C: T.Buffer((256,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(256):
            B[i] = T.q_multiply_shift(T.Cast("int32", A[i]) + 3, 1518500250, 31, -2)
        for i in range(256):
            C[i] = T.Cast("int32", T.Cast("int64", B[i]) * T.int64(1825361101) + T.int64(68719476736) >> T.int64(37))

    # factors that are small, a power of two or unknown; a sum that is no rounding; a shift that is unknown; uint32
    # CHECK: define void @other_scales(
    # CHECK-COUNT-6: !llvm.loop
    @T.prim_func
    def other_scales(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), C: T.Buffer((256,), "uint32"), n: T.int64):
        T.func_attr({"tirx.noalias": True})
        for i in range(256):
            B[i] = T.q_multiply_shift(A[i], 65535, 31, 0)
        for i in range(256):
            B[i] = T.q_multiply_shift(A[i], 1073741824, 31, -3)
        for i in range(256):
            B[i] = T.q_multiply_shift(A[i], A[i], 31, 0)
        for i in range(256):
            B[i] = T.Cast("int32", T.Cast("int64", A[i]) * T.int64(1825361101) + T.int64(12345) >> T.int64(37))
        for i in range(256):
            B[i] = T.Cast("int32", T.Cast("int64", A[i]) * T.int64(1825361101) >> n)
        for i in range(256):
            B[i] = T.Cast("int32", T.Cast("int64", C[i]) * T.int64(1825361101) >> T.int64(32))

    # what an iteration makes of what the one before left: a filter, but neither a sum nor the last value read
    # CHECK: define void @filter(
    # CHECK: !llvm.loop [[NO:![0-9]+]]
    # CHECK-NOT: !llvm.loop
    # CHECK: [[V:![0-9]+]] = !{!"llvm.loop.vectorize.enable", i1 false}
    # CHECK: [[NO]] = distinct !{[[NO]], [[V]]}
    @T.prim_func
    def filter(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), C: T.Buffer((256,), "int32")):
        T.func_attr({"tirx.noalias": True})
        s: T.int32 = 0
        t: T.int32 = 0
        for i in range(256):
            B[i] = A[i] + (s >> 1)
            s = B[i]
        for i in range(256):
            t = t + A[i]
        C[0] = t
        for i in range(256):
            C[i] = A[i] - s
            s = A[i]
