; The parameter extern-header= reads a C header for the module's target; its mistakes are LLVM diagnostics.
; REQUIRES: plugin
; RUN: split-file %s %t
; RUN: %opt-tirc -passes='tir-lower<file=%t/a.py;extern-header=%t/a.h;profile=host>' -S %t/hexagon.ll | FileCheck %s
; CHECK: call float @fixed(float %x) #[[A:[0-9]+]]
; CHECK-NOT: call float @fixed
; CHECK: call i32 @widest(i32 1)
; CHECK: attributes #[[A]] = { nounwind willreturn memory(none) }
; RUN: not %opt-tirc -passes='tir-lower<file=%t/a.py;extern-header=%t/a.h>' -S %t/host.ll 2>&1 | FileCheck --check-prefix=HOST %s
; HOST: error: {{.*}}a.py:7:16: 'widest' returns int64, not int32
; RUN: not %opt-tirc -passes='tir-lower<file=%t/a.py;extern-header=%t/a.h;extern-header=%t/b.h>' -S %t/host.ll 2>&1 | FileCheck --check-prefix=BAD %s
; BAD: error: {{.*}}b.h:1:1: unknown type name 'flot'
; RUN: not %opt-tirc -passes='tir-lower<extern-header=%t/none.h>' -S %t/host.ll 2>&1 | FileCheck --check-prefix=NONE %s
; NONE: error: cannot read '{{.*}}none.h': No such file or directory
;--- hexagon.ll
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"
;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
;--- a.h
float fixed(float x) __attribute__((const));
long widest(long x);
;--- b.h
flot bad(int x);
;--- a.py
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def calls(A: T.Buffer((4,), "float32"), x: T.float32):
    A[0] = T.call_extern("float32", "fixed", x)
    A[1] = T.call_extern("float32", "fixed", x)
    T.evaluate(T.call_extern("int32", "widest", 1))
