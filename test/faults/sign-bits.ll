; llc:
; fault: crash
; right: plugin
define void @f(ptr %p) {
  %x = load <64 x i32>, ptr %p, align 128
  %l = shl <64 x i32> %x, splat (i32 7)
  %r = ashr <64 x i32> %l, splat (i32 7)
  store <64 x i32> %r, ptr %p, align 128
  ret void
}
