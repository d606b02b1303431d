; A number in lanes 3 to 18, then another one in lane 7.
; llc:
; fault: result 103
; right: plugin
@B = global [64 x i32] zeroinitializer, align 128
define void @kernel(ptr %b, i32 %n) noinline {
  %i = insertelement <16 x i32> poison, i32 %n, i32 0
  %v = shufflevector <16 x i32> %i, <16 x i32> poison, <16 x i32> zeroinitializer
  %p2 = getelementptr i8, ptr %b, i32 12
  store <16 x i32> %v, ptr %p2, align 4
  %p = getelementptr i8, ptr %b, i32 28
  %m = add i32 %n, 100
  store i32 %m, ptr %p, align 4
  ret void
}
define i32 @check() {
  call void @kernel(ptr @B, i32 3)
  %p = getelementptr i8, ptr @B, i32 28
  %r = load volatile i32, ptr %p
  ret i32 %r
}
