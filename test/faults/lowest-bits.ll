; Of 258, whose second byte is odd, the lowest bit is 0: lane 3 should be 0x0909.
; llc:
; fault: result 9
; right: plugin
@A = global [64 x i16] zeroinitializer, align 128
define void @kernel(ptr %a) noinline {
  %x = load <64 x i16>, ptr %a, align 128
  %c = trunc <64 x i16> %x to <64 x i1>
  %r = select <64 x i1> %c, <64 x i16> splat (i16 1799), <64 x i16> splat (i16 2313)
  store <64 x i16> %r, ptr %a, align 128
  ret void
}
define i32 @check() {
  %p = getelementptr i8, ptr @A, i32 6
  store volatile i16 258, ptr %p
  call void @kernel(ptr @A)
  %v = load volatile i16, ptr %p
  %h = lshr i16 %v, 8
  %r = zext i16 %h to i32
  ret i32 %r
}
