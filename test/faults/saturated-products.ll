; (a * a + 2^14) >> 15 of 16 bits: -32768 * -32768 is 2^30, and what is left of it 2^15, of which the upper byte is 128.
; llc:
; fault: result 128
; right: plugin
@A = global [64 x i16] zeroinitializer, align 128
define void @kernel(ptr noalias %a) noinline {
  %x = load <64 x i16>, ptr %a, align 128
  %w = sext <64 x i16> %x to <64 x i32>
  %m = mul <64 x i32> %w, %w
  %c = add <64 x i32> %m, splat (i32 16384)
  %s = ashr <64 x i32> %c, splat (i32 15)
  %r = trunc <64 x i32> %s to <64 x i16>
  store <64 x i16> %r, ptr %a, align 128
  ret void
}
define i32 @check() {
  store volatile i16 -32768, ptr @A
  call void @kernel(ptr @A)
  %r = load volatile i16, ptr @A
  %z = zext i16 %r to i32
  %h = lshr i32 %z, 8
  ret i32 %h
}
