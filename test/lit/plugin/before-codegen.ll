; What LLVM's code generation for Hexagon does wrong is written otherwise before it: by llc itself with the
; plugin, by clang, and at the end of opt's passes, behind which an llc without the plugin is right, too.
; REQUIRES: llvm-22
; REQUIRES: plugin
; RUN: %llc-tirc -O2 -mattr=+hvxv67,+hvx-length128b -print-after=hexagon-vc -o - %s 2>%t.vc | FileCheck %s --check-prefix=ASM
; RUN: FileCheck %s --check-prefix=VC --input-file=%t.vc
; RUN: %opt-tirc -mattr=+hvxv67,+hvx-length128b -passes='default<O2>' -S -o %t.ll %s
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %llc -O2 -mattr=+hvxv67,+hvx-length128b -print-after=hexagon-vc -o - %t.ll 2>%t.vc | FileCheck %s --check-prefix=ASM
; RUN: FileCheck %s --check-prefix=VC --input-file=%t.vc
; RUN: %clang-tirc --target=hexagon -mv67 -O2 -Wno-override-module -S -o - -x ir %s | FileCheck %s --check-prefix=ASM
; RUN: %opt-tirc -mtriple=x86_64 -passes='default<O2>' -S -o - %s | FileCheck %s --check-prefix=HOST

; CHECK-LABEL: @carried(
; CHECK: phi <32 x i32> {{.*}}[[NEW:%[0-9]+]], %loop
; CHECK: [[NEW]] = freeze <32 x i32>
; CHECK-LABEL: @least(
; CHECK-NOT: fcmp
; CHECK: call i32 @llvm.hexagon.F2.sfcmpgt(float %b, float %a)
; CHECK: call i32 @llvm.hexagon.C2.mux(
; CHECK-LABEL: @relu(
; CHECK: select
; HOST: define {{.*}}@carried(
; HOST-NOT: hexagon.
; HOST-NOT: freeze
; VC: IR Dump After
; VC: phi <32 x i32>
; VC-NOT: undef
; VC-LABEL: define {{.*}}@least(
; ASM-LABEL: least:
; ASM-NOT: sfmin
; ASM: p{{[0-3]}} = sfcmp.gt(r1,r0)
; ASM-NOT: sfmin
; ASM-LABEL: branches:
; ASM-NOT: sfm{{in|ax}}
; ASM-LABEL: least_double:
; ASM-NOT: dfmin
; ASM: dfcmp.gt
; ASM-NOT: dfmin
; ASM-LABEL: relu:
; ASM: sfmax
; ASM-LABEL: reversed:
; ASM-NOT: sfmax
; ASM: jumpr
; ASM-LABEL: truths:
; ASM-NOT: sfmin
; ASM: jumpr
target triple = "hexagon-unknown-elf"

define void @carried(ptr noalias %a, ptr noalias %b) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %old = phi <32 x i32> [ zeroinitializer, %entry ], [ %new1, %loop ]
  %p = phi ptr [ %a, %entry ], [ %pn, %loop ]
  %q = phi ptr [ %b, %entry ], [ %qn, %loop ]
  %x = load <32 x i32>, ptr %p, align 128
  %p1 = getelementptr i8, ptr %p, i32 128
  %new1 = load <32 x i32>, ptr %p1, align 128, !noundef !0
  %s = sub <32 x i32> %x, %old
  store <32 x i32> %s, ptr %q, align 128
  %pn = getelementptr i8, ptr %p, i32 256
  %qn = getelementptr i8, ptr %q, i32 128
  %i1 = add i32 %i, 1
  %c = icmp eq i32 %i1, 64
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

define float @least(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}

; Code generation makes a select of these branches.
define void @branches(float %a, float %b, ptr %p) {
  %c = fcmp olt float %a, %b
  br i1 %c, label %then, label %else
then:
  store float %a, ptr %p
  br label %end
else:
  store float %b, ptr %p
  br label %end
end:
  ret void
}

define double @least_double(double %a, double %b) {
  %c = fcmp olt double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}

; -0.0 and NaN give 0.0 here, as of sfmax.
define float @relu(float %a) {
  %c = fcmp ogt float %a, 0.0
  %r = select i1 %c, float %a, float 0.0
  ret float %r
}

define float @reversed(float %a) {
  %c = fcmp ogt float 0.0, %a
  %r = select i1 %c, float 0.0, float %a
  ret float %r
}

; As clang writes vectors at -O0.
define <4 x float> @truths(<4 x float> %a, <4 x float> %b) {
  %c = fcmp olt <4 x float> %a, %b
  %s = sext <4 x i1> %c to <4 x i32>
  %t = icmp slt <4 x i32> %s, zeroinitializer
  %r = select <4 x i1> %t, <4 x float> %a, <4 x float> %b
  ret <4 x float> %r
}
!0 = !{}
