; A store to A, a load behind it that does not overlap it, another store, and a load of what the first store wrote.
; What check() returns is a sum of C times powers of three.
; llc:
; fault: result 5
; right: plugin
define void @kernel(ptr noalias align 64 %a, ptr noalias align 64 %b, ptr noalias align 64 %c) noinline {
  %x = load <64 x i8>, ptr %b, align 1
  %b1 = getelementptr i8, ptr %b, i32 200
  %x1 = load <64 x i8>, ptr %b1, align 1
  %qs = getelementptr i8, ptr %a, i32 256
  store <64 x i8> %x, ptr %qs, align 1
  %py1 = getelementptr i8, ptr %a, i32 325
  %y1 = load <64 x i8>, ptr %py1, align 1
  %qt = getelementptr i8, ptr %a, i32 704
  store <64 x i8> %x1, ptr %qt, align 1
  %py2 = getelementptr i8, ptr %a, i32 256
  %y2 = load <64 x i8>, ptr %py2, align 1
  %u1 = add <64 x i8> %y1, %y2
  store <64 x i8> %u1, ptr %c, align 64
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
  call void @kernel(ptr @A, ptr @B, ptr @C)
  br label %sum
sum:
  %k = phi i32 [ 0, %go ], [ %k1, %sum ]
  %s = phi i32 [ 5, %go ], [ %t, %sum ]
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
