; The parameter file= adds the functions of a TVMScript file to the module that is being compiled;
; a declaration gets its body, with the processor it was declared for.
; REQUIRES: plugin
; RUN: %opt-tirc -passes='tir-lower<file=%S/Inputs/scale.py>' -S %s | FileCheck %s
; RUN: %opt-tirc -passes='tir-lower<file=%S/Inputs/scale.py;no-cse;no-loops>,default<O2>' -S %s | FileCheck %s
; RUN: %opt-tirc -passes='tir-lower<file=%S/Inputs/scale.py;cse;function=scale>' -S %s | FileCheck %s
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"

declare void @scale(ptr, ptr, float) #0

define void @caller(ptr %a, ptr %b) #0 {
  call void @scale(ptr %a, ptr %b, float 2.0)
  ret void
}

attributes #0 = { "target-cpu"="hexagonv67" "target-features"="+hvxv67,+hvx-length128b" }

; CHECK-NOT: declare void @scale
; CHECK-DAG: define {{.*}}void @caller(
; CHECK-DAG: define {{.*}}void @scale(ptr {{.*}}, ptr {{.*}}, float {{.*}}) {{.*}}[[A:#[0-9]+]]
; CHECK-NOT: scale.declared
; CHECK-DAG: attributes [[A]] = { {{.*}}"target-cpu"="hexagonv67" "target-features"="+hvxv67,+hvx-length128b"
