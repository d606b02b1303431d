; llc: -O0
; fault: crash
; right: plugin
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
define void @f(ptr %p, i32 %n) {
  %twice = add i32 %n, %n
  %three = add i32 %n, %twice
  %from = getelementptr i64, ptr %p, i32 %three
  %x = load i64, ptr %from, align 8
  %to = getelementptr i64, ptr %p, i32 %n
  store i64 %x, ptr %to, align 8
  ret void
}
