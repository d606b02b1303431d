; x * x >> 7 of 16 bits: 90000 is 24464 in 16 bits, and 24464 >> 7 is 191.
; llc:
; fault: result 0
; right: plugin
@A = global [64 x i16] zeroinitializer, align 128
define void @kernel(ptr noalias %a) noinline {
  %x = load <64 x i16>, ptr %a, align 128
  %m = mul <64 x i16> %x, %x
  %s = ashr <64 x i16> %m, splat (i16 7)
  store <64 x i16> %s, ptr %a, align 128
  ret void
}
define i32 @check() {
  store volatile i16 300, ptr @A
  call void @kernel(ptr @A)
  %r = load volatile i16, ptr @A
  %z = zext i16 %r to i32
  %h = lshr i32 %z, 8
  ret i32 %h
}
