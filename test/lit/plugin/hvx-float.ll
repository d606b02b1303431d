; Nothing of what LLVM selects wrongly for vectors of floats on HVX is handed to its code generation, whatever
; the number of lanes; 128 lanes of integers to half would never end.
; REQUIRES: llvm-22
; REQUIRES: plugin
; RUN: %opt-tirc -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat -passes='default<O1>' -S -o - %s | FileCheck %s --implicit-check-not='= fcmp' --implicit-check-not='= fpext' --implicit-check-not='= fptoui' --implicit-check-not='call {{.*}}llvm.{{minimum|maximum}}'
; RUN: %llc-tirc -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp -o - %s | FileCheck %s --check-prefix=ASM
; RUN: %llc-tirc -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat -o - %s | FileCheck %s --check-prefix=ASM
; RUN: %llc-tirc -O0 -mcpu=hexagonv79 -mattr=+hvxv79,+hvx-length128b,+hvx-qfloat -o - %s | FileCheck %s --check-prefix=ASM
; ASM: {{^}}equal:
; ASM-NOT: vcmp.gt({{.*}}.{{sf|hf}}
; ASM-NOT: {{vmin|vmax}}({{.*}}.{{sf|hf}}
; ASM-NOT: .{{b|ub|h|uh}} = vcvt({{.*}}.hf)
; ASM-NOT: sfm{{in|ax}}
target triple = "hexagon-unknown-elf"

; CHECK-LABEL: @equal(
; CHECK: icmp sgt <32 x i32> %{{.*}}, splat (i32 2139095040)
; CHECK: icmp eq <32 x i32>
; CHECK: and <32 x i1>
define <32 x i32> @equal(<32 x float> %a, <32 x float> %b) #0 {
  %c = fcmp oeq <32 x float> %a, %b
  %r = zext <32 x i1> %c to <32 x i32>
  ret <32 x i32> %r
}

; CHECK-LABEL: @differ(
; CHECK: icmp ne <64 x i16>
define <64 x i16> @differ(<64 x half> %a, <64 x half> %b) #0 {
  %c = fcmp une <64 x half> %a, %b
  %r = zext <64 x i1> %c to <64 x i16>
  ret <64 x i16> %r
}

; CHECK-LABEL: @less_or_unordered(
; CHECK: icmp slt <16 x i32>
; CHECK: or <16 x i1>
define <16 x i32> @less_or_unordered(<16 x float> %a, <16 x float> %b) #0 {
  %c = fcmp ult <16 x float> %a, %b
  %r = zext <16 x i1> %c to <16 x i32>
  ret <16 x i32> %r
}

; One of them is never NaN.
; CHECK-LABEL: @is_nan(
; CHECK-NOT: llvm.smax
; CHECK: icmp sgt <32 x i32>
define <32 x i32> @is_nan(<32 x float> %a) #0 {
  %c = fcmp uno <32 x float> %a, zeroinitializer
  %r = zext <32 x i1> %c to <32 x i32>
  ret <32 x i32> %r
}

; CHECK-LABEL: @greatest(
; CHECK: icmp sgt <32 x i32>
define <32 x float> @greatest(<32 x float> %a, <32 x float> %b) #0 {
  %c = fcmp ogt <32 x float> %a, %b
  %r = select <32 x i1> %c, <32 x float> %a, <32 x float> %b
  ret <32 x float> %r
}

; CHECK-LABEL: @minimum(
; CHECK: llvm.smin.v64i16
define <64 x half> @minimum(<64 x half> %a, <64 x half> %b) #0 {
  %r = call <64 x half> @llvm.minimum.v64f16(<64 x half> %a, <64 x half> %b)
  ret <64 x half> %r
}

; CHECK-LABEL: @maximumnum(
; CHECK: llvm.smax.v32i32
define <32 x float> @maximumnum(<32 x float> %a, <32 x float> %b) #0 {
  %r = call <32 x float> @llvm.maximumnum.v32f32(<32 x float> %a, <32 x float> %b)
  ret <32 x float> %r
}

; CHECK-LABEL: @to_bytes(
; CHECK: fptosi <64 x float> %{{.*}} to <64 x i32>
; CHECK: trunc
define <64 x i8> @to_bytes(<64 x half> %a) #0 {
  %r = fptoui <64 x half> %a to <64 x i8>
  ret <64 x i8> %r
}

; CHECK-LABEL: @to_float(
; CHECK: llvm.ctlz
define <64 x float> @to_float(<64 x half> %a) #0 {
  %r = fpext <64 x half> %a to <64 x float>
  ret <64 x float> %r
}

; CHECK-LABEL: @to_half(
; CHECK-COUNT-2: sitofp <64 x i16>
define <128 x half> @to_half(<128 x i16> %a) #0 {
  %r = sitofp <128 x i16> %a to <128 x half>
  ret <128 x half> %r
}

declare <64 x half> @llvm.minimum.v64f16(<64 x half>, <64 x half>)
declare <32 x float> @llvm.maximumnum.v32f32(<32 x float>, <32 x float>)
attributes #0 = { nounwind }
