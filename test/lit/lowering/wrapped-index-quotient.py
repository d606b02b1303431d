# A quotient begins again only where its number does: int32 does not wrap.  A name is as its value: what a load finds may be anything.
# RUN: %tirc --target=host -O0 --emit=ll --no-cse %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=lines %s x=1 s=3 --save=%t/i && %tirc -O3 --run=jit --function=lines %s x=1 s=3 --save=%t/j && cmp %t/i/E.npy %t/j/E.npy
# RUN: %tirc -O0 --run=interp --function=shifted %s x=1 --save=%t/i && %tirc -O3 --run=jit --function=shifted %s x=1 --save=%t/j && cmp %t/i/E.npy %t/j/E.npy
# RUN: %tirc -O0 --run=interp --function=unsigned %s x=1 --save=%t/i && %tirc -O3 --run=jit --function=unsigned %s x=1 --save=%t/j && cmp %t/i/E.npy %t/j/E.npy
# RUN: %tirc -O0 --run=interp --function=found %s p=3 --save=%t/i && %tirc -O3 --run=jit --function=found %s p=3 --save=%t/j && cmp %t/i/E.npy %t/j/E.npy
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: @lines(
    # CHECK: br label %for{{$}}
    @T.prim_func(s_tir=True)
    def lines(A: T.Buffer((1024,), "int32"), E: T.Buffer((1024,), "int32"), O: T.Buffer((64,), "int32"), x: T.int32, s: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(1000):
            v: T.let[T.int32] = i * s
            E[(O[x] & 1) * 32 + (v >> 2)] = i + A[v // 4] + A[T.truncdiv(i * 6, 8)]

    # CHECK-LABEL: @shifted(
    # CHECK: br label %for, !llvm.loop
    @T.prim_func(s_tir=True)
    def shifted(E: T.Buffer((512,), "uint8"), O: T.Buffer((64,), "int32"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(1000):
            v: T.let[T.uint32] = T.shift_left(T.Cast("uint32", i), T.uint32(27))
            E[(O[x] & 1) * 32 + T.Cast("int32", T.shift_right(v, T.uint32(27)))] = T.uint8(7)

    # CHECK-LABEL: @unsigned(
    # CHECK: br label %for, !llvm.loop
    @T.prim_func(s_tir=True)
    def unsigned(E: T.Buffer((512,), "uint8"), O: T.Buffer((64,), "int32"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(1000):
            v: T.let[T.uint32] = T.Cast("uint32", i) * T.uint32(134217728)
            E[(O[x] & 1) * 32 + T.Cast("int32", v // T.uint32(134217728))] = T.uint8(7)

    # CHECK-LABEL: @found(
    # CHECK: br label %for{{$}}
    @T.prim_func(s_tir=True)
    def found(X: T.Buffer((256,), "int32"), A: T.Buffer((512,), "int32"), E: T.Buffer((256,), "int32"), p: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(256):
            k: T.let[T.int32] = X[i] * p
            E[i] = A[k % 512] + A[(k + 1) % 512] + i

# CHECK: "llvm.loop.vectorize.enable", i1 false
