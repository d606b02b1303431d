; A[j + 2] = A[j] + P[j]: two iterations may go at once.
; opt: -passes=loop-vectorize -mcpu=hexagonv67 -mattr=+hvxv67,+hvx-length128b -hexagon-autohvx
; fault: text store <(32|64) x i32>
; right: -vectorize-loops=false
target triple = "hexagon"
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
define void @f(ptr noalias %A, ptr noalias %P) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j1, %loop ]
  %p = getelementptr inbounds i32, ptr %A, i32 %j
  %a = load i32, ptr %p, align 4
  %q = getelementptr inbounds i32, ptr %P, i32 %j
  %b = load i32, ptr %q, align 4
  %s = add i32 %a, %b
  %r = getelementptr inbounds i8, ptr %p, i32 8
  store i32 %s, ptr %r, align 4
  %j1 = add nuw nsw i32 %j, 1
  %over = icmp eq i32 %j1, 128
  br i1 %over, label %exit, label %loop
exit:
  ret void
}
