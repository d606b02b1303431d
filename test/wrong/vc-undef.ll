; LLVM 22's hexagon-vc makes undef of a vector load that only the next iteration uses, through a phi: llc with
; the plugin writes the load otherwise before.
; buffers: A int32 128 32, B int32 64 32
target triple = "hexagon-unknown-elf"
define void @carried(ptr noalias %a, ptr noalias %b) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %old = phi <32 x i32> [ zeroinitializer, %entry ], [ %new1, %loop ]
  %p = phi ptr [ %a, %entry ], [ %pn, %loop ]
  %q = phi ptr [ %b, %entry ], [ %qn, %loop ]
  %x = load <32 x i32>, ptr %p, align 128
  %p1 = getelementptr i8, ptr %p, i32 128
  %new1 = load <32 x i32>, ptr %p1, align 128
  %s = sub <32 x i32> %x, %old
  store <32 x i32> %s, ptr %q, align 128
  %pn = getelementptr i8, ptr %p, i32 256
  %qn = getelementptr i8, ptr %q, i32 128
  %i1 = add i32 %i, 1
  %c = icmp eq i32 %i1, 64
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; Called as the harness calls a kernel (runtime/job.h).
define void @tirc_entry(ptr %buffers, ptr %scalars) {
  %a = load ptr, ptr %buffers
  %p = getelementptr ptr, ptr %buffers, i32 1
  %b = load ptr, ptr %p
  call void @carried(ptr %a, ptr %b)
  ret void
}
