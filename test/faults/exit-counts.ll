; Steps of 8 from 0 to 17: four of them; the last block would go back as long as i != 17.
; llc:
; fault: result 30
; right: plugin
define i32 @kernel(i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %s = phi i32 [ 0, %entry ], [ %t, %latch ]
  %t = add i32 %s, 10
  %last = add i32 %i, 8
  %over = icmp sgt i32 %last, %n
  br i1 %over, label %exit, label %latch
latch:
  %next = add i32 %i, 8
  %again = icmp ne i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret i32 %t
}
define i32 @check() {
  %r = call i32 @kernel(i32 17)
  ret i32 %r
}
