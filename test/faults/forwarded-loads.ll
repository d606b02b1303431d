; Four numbers are stored for the next round, then the first two of those that it loads are stored once more.
; opt: -passes=loop-load-elim
; fault: text phi <4 x i32>
; right: -max-dependences=0
target triple = "hexagon"
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
define void @f(ptr noalias %A, ptr noalias %O, <4 x i32> %x) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j1, %loop ]
  %at = shl nuw nsw i32 %j, 4
  %p = getelementptr inbounds nuw i8, ptr %A, i32 %at
  %part = getelementptr inbounds nuw i8, ptr %p, i32 40
  store <4 x i32> %x, ptr %part, align 4
  %now = getelementptr inbounds nuw i8, ptr %p, i32 48
  %v = load <4 x i32>, ptr %now, align 4
  %o = getelementptr inbounds nuw i8, ptr %O, i32 %at
  store <4 x i32> %v, ptr %o, align 4
  %new = load <4 x i32>, ptr %p, align 4
  %next = getelementptr inbounds nuw i8, ptr %p, i32 64
  store <4 x i32> %new, ptr %next, align 4
  %j1 = add nuw nsw i32 %j, 1
  %over = icmp eq i32 %j1, 3
  br i1 %over, label %end, label %loop
end:
  ret void
}
