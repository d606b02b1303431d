; A loop in which %old has what %new had one iteration ago.
; llc:
; fault: crash
; right: -enable-pipeliner=false
define void @f(ptr noalias %F, ptr noalias %G, i32 %n) {
entry:
  %xtraiter = and i32 %n, 7
  %0 = icmp ult i32 %n, 8
  br i1 %0, label %ahead, label %many
many:
  %unroll_iter = and i32 %n, 2147483640
  br label %loop
ahead:
  br label %rest
rest:
  %new = phi float [ 0.000000e+00, %ahead ], [ %4, %rest ]
  %old = phi float [ 0.000000e+00, %ahead ], [ %new, %rest ]
  %k = phi i32 [ 0, %ahead ], [ %k1, %rest ]
  %1 = load float, ptr null, align 4
  %2 = fadd float %1, -5.000000e-01
  %3 = load float, ptr null, align 4
  %4 = fsub float %2, %3
  %5 = fsub float %old, %4
  store float %5, ptr %G, align 4
  %k1 = add i32 %k, 1
  %over = icmp eq i32 %k1, %xtraiter
  br i1 %over, label %exit, label %rest
exit:
  ret void
loop:
  %j4 = phi i32 [ 0, %many ], [ %51, %loop ]
  %last = phi float [ 0.000000e+00, %many ], [ %44, %loop ]
  %m = phi i32 [ 0, %many ], [ %m1, %loop ]
  %6 = getelementptr inbounds nuw float, ptr %F, i32 %j4
  %7 = getelementptr inbounds nuw i8, ptr %6, i32 8
  %8 = load float, ptr %7, align 8
  %9 = fadd float %8, -5.000000e-01
  %10 = getelementptr inbounds nuw i8, ptr %6, i32 12
  %11 = load float, ptr %10, align 4
  %12 = fsub float %9, %11
  %13 = getelementptr inbounds nuw float, ptr %G, i32 %j4
  %14 = fsub float %last, %12
  store float %14, ptr %13, align 32
  %15 = or disjoint i32 %j4, 1
  %16 = getelementptr inbounds nuw float, ptr %F, i32 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i32 12
  %18 = load float, ptr %17, align 16
  %19 = fsub float 0.000000e+00, %18
  %20 = load float, ptr null, align 4
  %21 = fsub float 0.000000e+00, %20
  %22 = or disjoint i32 %j4, 3
  %23 = getelementptr inbounds nuw float, ptr %F, i32 %22
  %24 = fadd float %20, -5.000000e-01
  %25 = getelementptr inbounds nuw i8, ptr %23, i32 12
  %26 = load float, ptr %25, align 8
  %27 = fsub float %24, %26
  %28 = getelementptr inbounds nuw float, ptr %G, i32 %22
  %29 = fsub float %19, %27
  store float %29, ptr %28, align 4
  %30 = or disjoint i32 %j4, 4
  %31 = getelementptr inbounds nuw float, ptr %F, i32 %30
  %32 = fadd float %26, -5.000000e-01
  %33 = getelementptr inbounds nuw i8, ptr %31, i32 12
  %34 = load float, ptr %33, align 4
  %35 = fsub float %32, %34
  %36 = getelementptr inbounds nuw float, ptr %G, i32 %30
  %37 = fsub float %21, %35
  store float %37, ptr %36, align 16
  %38 = or disjoint i32 %j4, 5
  %39 = getelementptr inbounds nuw float, ptr %G, i32 %38
  store float %27, ptr %39, align 4
  %40 = or disjoint i32 %j4, 6
  %41 = getelementptr inbounds nuw float, ptr %F, i32 %40
  %42 = getelementptr inbounds nuw i8, ptr %41, i32 12
  %43 = load float, ptr %42, align 4
  %44 = fsub float -5.000000e-01, %43
  %45 = getelementptr inbounds nuw float, ptr %G, i32 %40
  %46 = fsub float %35, %44
  store float %46, ptr %45, align 8
  %47 = or disjoint i32 %j4, 7
  %48 = fadd float %43, -5.000000e-01
  %49 = getelementptr inbounds nuw float, ptr %G, i32 %47
  %50 = fsub float 0.000000e+00, %48
  store float %50, ptr %49, align 4
  %51 = add nuw nsw i32 %j4, 8
  %m1 = add i32 %m, 8
  %end = icmp eq i32 %m1, %unroll_iter
  br i1 %end, label %ahead, label %loop
}
