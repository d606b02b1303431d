# RUN: %tirc --target=hexagon --passes=verify --emit=ll %s | FileCheck %s
# RUN: %tirc --target=hexagon -mattr=-hvx --passes=verify --emit=ll %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --target=hexagon -O3 --try-versions=0 --emit=ll %s | FileCheck --check-prefix=VECTOR %s
# Which loops LLVM's vectoriser may make HVX of: long ones over integers that fit 32 bits.
# NONE: define {{.*}}@plain(
# NONE-NOT: llvm.loop.vectorize
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    # CHECK: define void @plain(
    # CHECK-NOT: !llvm.loop
    # VECTOR: define void @plain(
    # VECTOR: add <64 x i16>
    @T.prim_func
    def plain(A: T.Buffer((256,), "int16"), B: T.Buffer((256,), "int16")):
        T.func_attr({"tirx.noalias": True})
        for i in range(256):
            B[i] = A[i] + T.int16(1)

    # loops of a few iterations inside count, too
    # CHECK: define void @pairs(
    # CHECK: !llvm.loop
    # CHECK-NOT: !llvm.loop
    @T.prim_func
    def pairs(A: T.Buffer((256,), "int16"), B: T.Buffer((256,), "int16")):
        T.func_attr({"tirx.noalias": True})
        for i in range(16):
            for j in range(2):
                B[i * 2 + j] = A[i * 4 + j] + A[i * 4 + j + 2]

    # floats, 64 bits, divisions, branches, few iterations
    # CHECK: define void @others(
    # CHECK-COUNT-5: !llvm.loop
    # VECTOR: define void @others(
    # VECTOR-NOT: x float>
    # CHECK: !{!"llvm.loop.vectorize.enable", i1 false}
    @T.prim_func
    def others(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "int64"), C: T.Buffer((256,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(256):
            A[i] = A[i] + T.float32(1)
        for i in range(256):
            B[i] = B[i] + T.int64(1)
        for i in range(1, 255):
            C[i] = C[i] // C[i - 1]
        for i in range(256):
            if C[i] > 3:
                C[i] = 0
        for i in range(8):
            C[i] = C[i] + 1
