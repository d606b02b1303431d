; E[x][i & 3] = f: what is stored lies within four elements, not behind them.
; opt: -passes=default<O2>
; fault: text ^  %(\d+) = getelementptr [^\n]*, i64 16\n[^\n]*\n  store <4 x float> [^\n]*, ptr %\1,
; right: -vectorize-loops=false
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define void @f(ptr noalias %E, i32 %x, float %f) {
entry:
  %m = and i32 %x, 15
  %w = zext i32 %m to i64
  %row = shl nuw nsw i64 %w, 2
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %k = and i32 %i, 3
  %k64 = zext i32 %k to i64
  %n = add i64 %row, %k64
  %p = getelementptr inbounds float, ptr %E, i64 %n
  store float %f, ptr %p, align 4
  %i1 = add nuw nsw i32 %i, 1
  %over = icmp eq i32 %i1, 165
  br i1 %over, label %exit, label %loop
exit:
  ret void
}
