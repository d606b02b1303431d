# LLVM's vectoriser takes an index that wraps for neighbours: it stored 8 neighbours instead of 4 elements twice.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=words %s x=1 f=1.5 --save=%t/i
# RUN: %tirc -O2 --run=jit --function=words %s x=1 f=1.5 --save=%t/j
# RUN: cmp %t/i/E.npy %t/j/E.npy
# RUN: %tirc -O0 --run=interp --function=bytes %s x=1 --save=%t/i
# RUN: %tirc -O3 --run=jit --function=bytes %s x=1 --save=%t/j
# RUN: cmp %t/i/E.npy %t/j/E.npy
# RUN: %tirc --target=host -O0 --emit=ll %s | FileCheck %s
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    # CHECK-LABEL: @words(
    # CHECK: br label %for, !llvm.loop
    @T.prim_func(s_tir=True)
    def words(E: T.Buffer((16, 4), "float32"), O: T.Buffer((64,), "int32"), x: T.int32, f: T.float32):
        T.func_attr({"tirx.noalias": True})
        for i in range(165):
            E[O[x] & 15, i & 3] = f

    # CHECK-LABEL: @bytes(
    # CHECK: br label %for, !llvm.loop
    @T.prim_func(s_tir=True)
    def bytes(E: T.Buffer((512,), "uint8"), O: T.Buffer((64,), "int32"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(1000):
            E[(O[x] & 1) * 32 + i % 32] = T.uint8(7)

    # CHECK-LABEL: @plain(
    # CHECK: br label %for{{$}}
    @T.prim_func(s_tir=True)
    def plain(E: T.Buffer((512,), "uint8"), O: T.Buffer((64,), "int32"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(100):
            E[(O[x] & 1) * 32 + i] = T.uint8(7)

# CHECK: "llvm.loop.vectorize.enable", i1 false
