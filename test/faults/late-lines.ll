; Two lines are loaded, A is stored to, and both are used behind it: the second part of the last line is loaded anew.
; What check() returns is a sum of C times powers of three.
; llc:
; fault: result 10
; right: plugin
define void @kernel(ptr noalias align 64 %a, ptr noalias align 64 %b, ptr noalias align 64 %c) noinline {
  %a1 = getelementptr i8, ptr %a, i32 256
  %a2 = getelementptr i8, ptr %a, i32 384
  %a3 = getelementptr i8, ptr %a, i32 512
  %w1 = load <64 x i16>, ptr %a1, align 64
  %w2 = load <64 x i16>, ptr %a2, align 64
  %b1 = getelementptr i8, ptr %b, i32 2
  %b2 = getelementptr i8, ptr %b, i32 130
  %x1 = load <64 x i16>, ptr %b1, align 2
  %x2 = load <64 x i16>, ptr %b2, align 2
  store <64 x i16> %x1, ptr %a1, align 64
  store <64 x i16> %x2, ptr %a2, align 64
  %y1 = load <64 x i16>, ptr %a2, align 64
  %y2 = load <64 x i16>, ptr %a3, align 64
  %s1 = add <64 x i16> %w1, %y1
  %s2 = add <64 x i16> %w2, %y2
  %c2 = getelementptr i8, ptr %c, i32 128
  store <64 x i16> %s1, ptr %c, align 64
  store <64 x i16> %s2, ptr %c2, align 64
  ret void
}
define i32 @check() {
  br label %fill
fill:
  %i = phi i32 [ 0, %0 ], [ %i1, %fill ]
  %p = getelementptr i8, ptr @A, i32 %i
  %f = mul i32 %i, %i
  %b = trunc i32 %f to i8
  store volatile i8 %b, ptr %p
  %q = getelementptr i8, ptr @B, i32 %i
  %g = mul i32 %f, 5
  %h = trunc i32 %g to i8
  store volatile i8 %h, ptr %q
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 1024
  br i1 %more, label %fill, label %go
go:
  %a = getelementptr i8, ptr @A, i32 64
  call void @kernel(ptr %a, ptr @B, ptr @C)
  br label %sum
sum:
  %k = phi i32 [ 0, %go ], [ %k1, %sum ]
  %s = phi i32 [ 0, %go ], [ %t, %sum ]
  %r = getelementptr i8, ptr @C, i32 %k
  %v = load volatile i8, ptr %r
  %z = zext i8 %v to i32
  %m = mul i32 %s, 3
  %t = add i32 %m, %z
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, 256
  br i1 %again, label %sum, label %exit
exit:
  ret i32 %t
}
@A = global [1152 x i8] zeroinitializer, align 128
@B = global [1152 x i8] zeroinitializer, align 128
@C = global [256 x i8] zeroinitializer, align 128
