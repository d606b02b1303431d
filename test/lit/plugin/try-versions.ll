; Where a parameter names the processor the plugin compiles versions of each function, as the command does at -O3.
; RUN: %opt-tirc -hexagon-autohvx -passes='tir-lower<file=%S/../tool/try-versions.py;O3;try-versions;lanes=all;function=sevenths;cpu=hexagonv68>' -pass-remarks=tirc -S %s -o %t.ll 2>&1 | FileCheck %s
; CHECK: function 'sevenths' is compiled without vectors of loops
; Where none does, there is none that code could be generated for, and the first version stays.
; RUN: %opt-tirc -hexagon-autohvx -passes='tir-lower<file=%S/../tool/try-versions.py;O3;try-versions;lanes=all;function=sevenths>' -pass-remarks=tirc -S %s -o %t.plain.ll 2>&1 | FileCheck --check-prefix=PLAIN %s
; PLAIN-NOT: function 'sevenths' is compiled
; PLAIN: vectorised
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon"
define void @donor() #0 {
  ret void
}
attributes #0 = { "target-cpu"="hexagonv68" "target-features"="+hvxv68,+hvx-length128b" }
