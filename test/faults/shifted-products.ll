; (x * y + 64) >> 7 of 32 bits without a sign: -9936 >> 7, of which bits 20 to 24 are ones.
; llc:
; fault: result 31
; right: plugin
@A = global [32 x i32] zeroinitializer, align 128
@B = global [32 x i32] zeroinitializer, align 128
define void @kernel(ptr noalias %a, ptr noalias %b) noinline {
  %x = load <32 x i32>, ptr %a
  %y = load <32 x i32>, ptr %b
  %m = mul <32 x i32> %x, %y
  %s = add <32 x i32> %m, splat (i32 64)
  %r = lshr <32 x i32> %s, splat (i32 7)
  store <32 x i32> %r, ptr %a
  ret void
}
define i32 @check() {
  store volatile i32 -100, ptr @A
  store volatile i32 100, ptr @B
  call void @kernel(ptr @A, ptr @B)
  %r = load volatile i32, ptr @A
  %h = lshr i32 %r, 20
  ret i32 %h
}
