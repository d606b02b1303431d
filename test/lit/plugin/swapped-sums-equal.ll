; An address summed in two orders in one block, once of another value that does the same: selection has one node for both. The plugin gives both
; accesses one address before.
; REQUIRES: llvm-22
; REQUIRES: plugin
; RUN: %llc-tirc -O2 -mcpu=hexagonv67 -o - %s | FileCheck %s
; CHECK-LABEL: f:
; CHECK:       memw(r0+r1<<#2)
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"

define i32 @f(ptr noalias %E, i32 %n, ptr %F) {
  %c = icmp sgt i32 %n, 1
  %a = select i1 %c, i32 7, i32 0
  %ea = getelementptr i32, ptr %E, i32 %a
  %ean = getelementptr i32, ptr %ea, i32 %n
  %v = load i32, ptr %ean, align 4
  store i32 %v, ptr %F, align 4
  %en = getelementptr i32, ptr %E, i32 %n
  %d = icmp sgt i32 %n, 1
  %b = select i1 %d, i32 7, i32 0
  %enb = getelementptr i32, ptr %en, i32 %b
  %w = load i32, ptr %enb, align 4
  ret i32 %w
}
