; llc:
; fault: crash
; right: plugin
define void @f(ptr %p, i32 %x) {
  %v = insertelement <2 x i32> poison, i32 %x, i32 0
  %s = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> zeroinitializer
  %t = trunc <2 x i32> %s to <2 x i8>
  store <2 x i8> %t, ptr %p, align 2
  ret void
}
