; v[j + 1] = v[j] * 2 + 1, from v[0] = 0: v[14] is 2^14 - 1.
; llc:
; fault: result 255
; right: -enable-pipeliner=false
@V = global [64 x float] zeroinitializer, align 8
define void @kernel(ptr noalias %v) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %p = getelementptr float, ptr %v, i32 %i
  %x = load float, ptr %p
  %m = fmul float %x, 2.0
  %m1 = fadd float %m, 1.0
  %s = getelementptr i8, ptr %p, i32 4
  store float %m1, ptr %s
  %n = add nuw nsw i32 %i, 1
  %c = icmp eq i32 %n, 14
  br i1 %c, label %exit, label %loop
exit:
  ret void
}
define i32 @check() {
  call void @kernel(ptr @V)
  %p = getelementptr i8, ptr @V, i32 56
  %f = load volatile float, ptr %p
  %r = fptosi float %f to i32
  ret i32 %r
}
