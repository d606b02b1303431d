# from tvm.script import tir as T
@T.prim_func
def f(B: T.Buffer((16,), "int32"), i: T.int32):
    B[0] = T.call_llvm_pure_intrin("int32", "llvm.ctpop", T.uint32(1), i)
# expected-error@4:12 {{T.call_llvm_pure_intrin of an older TVM is not supported}}
