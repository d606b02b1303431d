; LLVM's code generation for HVX makes saturating multiplications of these shapes: the square of the smallest
; value would be the largest.  With the plugin none is left, in llc and behind opt's passes.
; REQUIRES: llvm-22
; REQUIRES: plugin
; RUN: %llc -O2 -mattr=+hvxv67,+hvx-length128b -o - %s | FileCheck %s --check-prefix=FAULT
; RUN: %llc-tirc -O2 -mattr=+hvxv67,+hvx-length128b -o - %s | FileCheck %s
; RUN: %opt-tirc -mattr=+hvxv67,+hvx-length128b -passes='default<O2>' %s -o %t.bc
; RUN: %llc -O2 -mattr=+hvxv67,+hvx-length128b -o - %t.bc | FileCheck %s
; FAULT: vmpyo({{.*}}):<<1:sat:shift
; FAULT: vmpyo({{.*}}):<<1:rnd:sat:shift
; FAULT: vmpy({{.*}}):<<1:rnd:sat
; CHECK-LABEL: words:
; CHECK-NOT: :<<1
; CHECK-LABEL: rounded_words:
; CHECK-NOT: :<<1
; CHECK-LABEL: rounded_halves:
; CHECK-NOT: :<<1
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"

define void @words(ptr %p, ptr %q, ptr %o) #0 {
  %a = load <32 x i32>, ptr %p, align 128
  %b = load <32 x i32>, ptr %q, align 128
  %x = sext <32 x i32> %a to <32 x i64>
  %y = sext <32 x i32> %b to <32 x i64>
  %m = mul nsw <32 x i64> %x, %y
  %h = ashr <32 x i64> %m, splat (i64 31)
  %t = trunc <32 x i64> %h to <32 x i32>
  store <32 x i32> %t, ptr %o, align 128
  ret void
}

define void @rounded_words(ptr %p, ptr %q, ptr %o) #0 {
  %a = load <32 x i32>, ptr %p, align 128
  %b = load <32 x i32>, ptr %q, align 128
  %x = sext <32 x i32> %a to <32 x i64>
  %y = sext <32 x i32> %b to <32 x i64>
  %m = mul nsw <32 x i64> %x, %y
  %k = add nsw <32 x i64> %m, splat (i64 1073741824)
  %h = lshr <32 x i64> %k, splat (i64 31)
  %t = trunc <32 x i64> %h to <32 x i32>
  store <32 x i32> %t, ptr %o, align 128
  ret void
}

define void @rounded_halves(ptr %p, ptr %q, ptr %o) #0 {
  %a = load <64 x i16>, ptr %p, align 128
  %b = load <64 x i16>, ptr %q, align 128
  %x = sext <64 x i16> %a to <64 x i32>
  %y = sext <64 x i16> %b to <64 x i32>
  %m = mul nsw <64 x i32> %x, %y
  %k = add nsw <64 x i32> %m, splat (i32 16384)
  %h = lshr <64 x i32> %k, splat (i32 15)
  %t = trunc <64 x i32> %h to <64 x i16>
  store <64 x i16> %t, ptr %o, align 128
  ret void
}

attributes #0 = { "target-features"="+hvxv67,+hvx-length128b" }
