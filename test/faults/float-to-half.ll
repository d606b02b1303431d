; Two different operands, of which LLVM 23 gives the other one first.
; llc: -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp
; fault: text \.hf = vcvt\(v(\d+)\.sf,v(?!\1\.)\d+\.sf\)
; right: plugin
define void @to_half(ptr %p, ptr %q) {
  %a = load <64 x float>, ptr %p, align 128
  %r = fptrunc <64 x float> %a to <64 x half>
  store <64 x half> %r, ptr %q, align 128
  ret void
}
