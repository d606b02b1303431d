; tirc.lanes says that 64 lanes are in memory.  One vector is loaded, not 59 halves one by one.
; llc:
; fault: text mem(u?h|ub|h|w|d)\(r
; right: plugin
define void @f(ptr %p, ptr %q) {
  %x = load <59 x i16>, ptr %p, align 2, !tirc.lanes !0
  %s = shufflevector <59 x i16> %x, <59 x i16> poison, <64 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7, i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15, i32 16, i32 16, i32 17, i32 17, i32 18, i32 18, i32 19, i32 19, i32 20, i32 20, i32 21, i32 21, i32 22, i32 22, i32 23, i32 23, i32 24, i32 24, i32 25, i32 25, i32 26, i32 26, i32 27, i32 27, i32 28, i32 28, i32 29, i32 29, i32 30, i32 30, i32 31, i32 31>
  store <64 x i16> %s, ptr %q, align 128
  ret void
}
!0 = !{i32 64}
