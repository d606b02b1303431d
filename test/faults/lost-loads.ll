; The second load of an iteration is used by the next one alone, through a phi.
; llc:
; fault: result 42
; right: plugin
@A = global [4096 x i32] zeroinitializer, align 128
@B = global [2048 x i32] zeroinitializer, align 128
define void @kernel(ptr noalias %a, ptr noalias %b) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %old = phi <32 x i32> [ zeroinitializer, %entry ], [ %new1, %loop ]
  %p = phi ptr [ %a, %entry ], [ %pn, %loop ]
  %q = phi ptr [ %b, %entry ], [ %qn, %loop ]
  %x = load <32 x i32>, ptr %p, align 128
  %p1 = getelementptr i8, ptr %p, i32 128
  %new1 = load <32 x i32>, ptr %p1, align 128
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
define i32 @check() {
  ; the second register of A is 7, the third 49: the second of B is 42
  %p = getelementptr i8, ptr @A, i32 128
  store volatile i32 7, ptr %p
  %q = getelementptr i8, ptr @A, i32 256
  store volatile i32 49, ptr %q
  call void @kernel(ptr @A, ptr @B)
  %r = getelementptr i8, ptr @B, i32 128
  %v = load volatile i32, ptr %r
  ret i32 %v
}
