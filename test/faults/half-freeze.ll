; llc:
; fault: error Do not know how to promote this operator's result
; right: plugin
define void @f(ptr %p) {
  %x = load half, ptr %p
  %f = freeze half %x
  store half %f, ptr %p
  ret void
}
