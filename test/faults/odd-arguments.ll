; An argument of several registers that fills no half of the last one.
; llc: -mcpu=hexagonv67 -mattr=+hvxv67,+hvx-length128b
; fault: crash
; right: -mattr=-hvx
define internal void @g(<214 x i16> %a, <214 x i16> %b, ptr %o) noinline {
  %s = add <214 x i16> %a, %b
  store <214 x i16> %s, ptr %o, align 64
  ret void
}
define void @f(ptr %a, ptr %b, ptr %o) {
  %x = load <214 x i16>, ptr %a, align 64
  %y = load <214 x i16>, ptr %b, align 64
  call void @g(<214 x i16> %x, <214 x i16> %y, ptr %o)
  ret void
}
