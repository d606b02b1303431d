# LLVM names an overloaded intrinsic by the types of its operands and result, however many those are.
# RUN: %tirc -O0 --emit=ll %s | FileCheck %s
from tvm.script import ir as I, tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32")):
        # CHECK: call float @llvm.powi.f32.i32(float {{.*}}, i32 {{.*}})
        A[0] = T.call_llvm_pure_intrin("float32", "llvm.powi", A[1], B[0])
        # CHECK: call i32 @llvm.vector.reduce.add.v8i32(<8 x i32>
        B[1] = T.call_llvm_pure_intrin("int32", "llvm.vector.reduce.add", B[0:8])
        # CHECK: call i32 @llvm.ctpop.i32(
        B[2] = T.call_llvm_pure_intrin("int32", "llvm.ctpop.i32", B[3])
        # What is called outside is not the module's own private function.
        # CHECK: call i32 @helper(
        B[4] = T.call_extern("int32", "helper", 3)
        # CHECK: call i32 @private(
        B[5] = Module.helper(4)

    # CHECK: declare i32 @helper(i32)
    # CHECK: define internal i32 @private(i32
    @T.prim_func(private=True)
    def helper(x: T.int32) -> T.int32:
        return x + 1
