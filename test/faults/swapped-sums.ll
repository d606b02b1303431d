; An address summed in two orders in one block.
; llc:
; fault: crash
; right: plugin
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
define i32 @f(ptr %A, ptr noalias %F, ptr %E, i32 %n, i32 %y, i32 %p, i32 %q) {
  %a = and i32 %q, 1
  %ea = getelementptr inbounds i32, ptr %E, i32 %a
  %b = and i32 %n, 1
  %eab = getelementptr inbounds i32, ptr %ea, i32 %b
  %v = load i32, ptr %eab, align 4
  store i32 %v, ptr %F, align 4
  %eb = getelementptr inbounds i32, ptr %E, i32 %b
  %eba = getelementptr inbounds i32, ptr %eb, i32 %a
  %w = load i32, ptr %eba, align 4
  ret i32 %w
}
