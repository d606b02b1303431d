; Four registers are one vector, and the first of them is stored last.
; opt: -passes=sroa
; fault: error does not dominate
; right: -disable-verify
define void @f(ptr %p, ptr %q) {
  %a = alloca [512 x i8], align 128
  %x0 = load <32 x i32>, ptr %p, align 128
  %a1 = getelementptr i8, ptr %a, i32 128
  store <32 x i32> %x0, ptr %a1, align 128
  %a2 = getelementptr i8, ptr %a, i32 256
  store <32 x i32> %x0, ptr %a2, align 128
  %a3 = getelementptr i8, ptr %a, i32 384
  store <32 x i32> %x0, ptr %a3, align 128
  %x1 = add <32 x i32> %x0, %x0
  store <32 x i32> %x1, ptr %a, align 128
  %v = load <128 x i32>, ptr %a, align 128
  store <128 x i32> %v, ptr %q, align 128
  ret void
}
