# Only where an index is made of what wraps does LLVM's vectoriser leave a loop alone; what is stored may wrap.
# RUN: %tirc --target=host -O0 --emit=ll --no-cse %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=named %s x=1 --save=%t/i && %tirc -O3 --run=jit --function=named %s x=1 --save=%t/j && cmp %t/i/E.npy %t/j/E.npy
# RUN: %tirc -O0 --run=interp --function=kept %s x=1 --save=%t/i && %tirc -O3 --run=jit --function=kept %s x=1 --save=%t/j && cmp %t/i/E.npy %t/j/E.npy
# RUN: %tirc -O0 --run=interp --function=viewed %s x=1 --save=%t/i && %tirc -O3 --run=jit --function=viewed %s x=1 --save=%t/j && cmp %t/i/E.npy %t/j/E.npy
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: @named(
    # CHECK: br label %for, !llvm.loop
    @T.prim_func(s_tir=True)
    def named(E: T.Buffer((512,), "uint8"), O: T.Buffer((64,), "int32"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(1000):
            v: T.let[T.int32] = i % 32
            w: T.let[T.int32] = v + (O[x] & 1) * 32
            E[w] = T.uint8(7)

    # CHECK-LABEL: @kept(
    # CHECK: br label %for, !llvm.loop
    @T.prim_func(s_tir=True)
    def kept(E: T.Buffer((512,), "uint8"), O: T.Buffer((64,), "int32"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        at = T.alloc_buffer((1,), "int32")
        for i in range(1000):
            at[0] = i
            E[(O[x] & 1) * 32 + at[0] % 32] = T.uint8(7)

    # CHECK-LABEL: @viewed(
    # CHECK: br label %for, !llvm.loop
    @T.prim_func(s_tir=True)
    def viewed(E: T.Buffer((512,), "uint8"), O: T.Buffer((64,), "int32"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(1000):
            V = T.decl_buffer((64,), "uint8", data=E.data, elem_offset=i % 32)
            V[O[x] & 1] = T.uint8(7)

    # CHECK-LABEL: @blend(
    # CHECK: br label %for{{$}}
    @T.prim_func(s_tir=True)
    def blend(A: T.Buffer((512,), "uint8"), B: T.Buffer((512,), "uint8"), E: T.Buffer((512,), "uint8"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(512):
            v: T.let[T.int32] = T.Cast("int32", A[i]) * x + T.Cast("int32", B[i]) * (256 - x)
            E[i] = T.Cast("uint8", v >> 8) & T.uint8(127)

    # A row of another loop may wrap, and what a load finds as well.
    # CHECK-LABEL: @rows(
    # CHECK-COUNT-2: br label %for2{{$}}
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((512,), "uint8"), E: T.Buffer((4, 128), "uint8"), x: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(16):
            for j in range(128):
                E[i & 3, j] = A[j + (T.Cast("int32", A[j]) & 7)]

# CHECK: "llvm.loop.vectorize.enable", i1 false
