; 49 halves are moved in a register, not word by word.
; llc:
; fault: text vinsert
; right: plugin
define void @f(ptr noalias %p, ptr noalias %q) {
  %x = load <49 x i16>, ptr %p, align 2
  %s = add <49 x i16> %x, splat (i16 3)
  store <49 x i16> %s, ptr %q, align 2
  ret void
}
