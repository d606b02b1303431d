; Lanes of 1, 2, 3, 4 in turn; what it returns is the sum of lanes times powers of three.
; llc:
; fault: result 160
; right: plugin
@A = global [4 x i16] zeroinitializer, align 128
@B = global [64 x i16] zeroinitializer, align 128
define void @kernel(ptr noalias %a, ptr noalias %b) noinline {
  %p0 = getelementptr i16, ptr %a, i32 0
  %x0 = load i16, ptr %p0
  %p1 = getelementptr i16, ptr %a, i32 1
  %x1 = load i16, ptr %p1
  %p2 = getelementptr i16, ptr %a, i32 2
  %x2 = load i16, ptr %p2
  %p3 = getelementptr i16, ptr %a, i32 3
  %x3 = load i16, ptr %p3
  %v1 = insertelement <64 x i16> poison, i16 %x0, i32 0
  %v2 = insertelement <64 x i16> %v1, i16 %x1, i32 1
  %v3 = insertelement <64 x i16> %v2, i16 %x2, i32 2
  %v4 = insertelement <64 x i16> %v3, i16 %x3, i32 3
  %v5 = insertelement <64 x i16> %v4, i16 %x0, i32 4
  %v6 = insertelement <64 x i16> %v5, i16 %x1, i32 5
  %v7 = insertelement <64 x i16> %v6, i16 %x2, i32 6
  %v8 = insertelement <64 x i16> %v7, i16 %x3, i32 7
  %v9 = insertelement <64 x i16> %v8, i16 %x0, i32 8
  %v10 = insertelement <64 x i16> %v9, i16 %x1, i32 9
  %v11 = insertelement <64 x i16> %v10, i16 %x2, i32 10
  %v12 = insertelement <64 x i16> %v11, i16 %x3, i32 11
  %v13 = insertelement <64 x i16> %v12, i16 %x0, i32 12
  %v14 = insertelement <64 x i16> %v13, i16 %x1, i32 13
  %v15 = insertelement <64 x i16> %v14, i16 %x2, i32 14
  %v16 = insertelement <64 x i16> %v15, i16 %x3, i32 15
  %v17 = insertelement <64 x i16> %v16, i16 %x0, i32 16
  %v18 = insertelement <64 x i16> %v17, i16 %x1, i32 17
  %v19 = insertelement <64 x i16> %v18, i16 %x2, i32 18
  %v20 = insertelement <64 x i16> %v19, i16 %x3, i32 19
  %v21 = insertelement <64 x i16> %v20, i16 %x0, i32 20
  %v22 = insertelement <64 x i16> %v21, i16 %x1, i32 21
  %v23 = insertelement <64 x i16> %v22, i16 %x2, i32 22
  %v24 = insertelement <64 x i16> %v23, i16 %x3, i32 23
  %v25 = insertelement <64 x i16> %v24, i16 %x0, i32 24
  %v26 = insertelement <64 x i16> %v25, i16 %x1, i32 25
  %v27 = insertelement <64 x i16> %v26, i16 %x2, i32 26
  %v28 = insertelement <64 x i16> %v27, i16 %x3, i32 27
  %v29 = insertelement <64 x i16> %v28, i16 %x0, i32 28
  %v30 = insertelement <64 x i16> %v29, i16 %x1, i32 29
  %v31 = insertelement <64 x i16> %v30, i16 %x2, i32 30
  %v32 = insertelement <64 x i16> %v31, i16 %x3, i32 31
  %v33 = insertelement <64 x i16> %v32, i16 %x0, i32 32
  %v34 = insertelement <64 x i16> %v33, i16 %x1, i32 33
  %v35 = insertelement <64 x i16> %v34, i16 %x2, i32 34
  %v36 = insertelement <64 x i16> %v35, i16 %x3, i32 35
  %v37 = insertelement <64 x i16> %v36, i16 %x0, i32 36
  %v38 = insertelement <64 x i16> %v37, i16 %x1, i32 37
  %v39 = insertelement <64 x i16> %v38, i16 %x2, i32 38
  %v40 = insertelement <64 x i16> %v39, i16 %x3, i32 39
  %v41 = insertelement <64 x i16> %v40, i16 %x0, i32 40
  %v42 = insertelement <64 x i16> %v41, i16 %x1, i32 41
  %v43 = insertelement <64 x i16> %v42, i16 %x2, i32 42
  %v44 = insertelement <64 x i16> %v43, i16 %x3, i32 43
  %v45 = insertelement <64 x i16> %v44, i16 %x0, i32 44
  %v46 = insertelement <64 x i16> %v45, i16 %x1, i32 45
  %v47 = insertelement <64 x i16> %v46, i16 %x2, i32 46
  %v48 = insertelement <64 x i16> %v47, i16 %x3, i32 47
  %v49 = insertelement <64 x i16> %v48, i16 %x0, i32 48
  %v50 = insertelement <64 x i16> %v49, i16 %x1, i32 49
  %v51 = insertelement <64 x i16> %v50, i16 %x2, i32 50
  %v52 = insertelement <64 x i16> %v51, i16 %x3, i32 51
  %v53 = insertelement <64 x i16> %v52, i16 %x0, i32 52
  %v54 = insertelement <64 x i16> %v53, i16 %x1, i32 53
  %v55 = insertelement <64 x i16> %v54, i16 %x2, i32 54
  %v56 = insertelement <64 x i16> %v55, i16 %x3, i32 55
  %v57 = insertelement <64 x i16> %v56, i16 %x0, i32 56
  %v58 = insertelement <64 x i16> %v57, i16 %x1, i32 57
  %v59 = insertelement <64 x i16> %v58, i16 %x2, i32 58
  %v60 = insertelement <64 x i16> %v59, i16 %x3, i32 59
  %v61 = insertelement <64 x i16> %v60, i16 %x0, i32 60
  %v62 = insertelement <64 x i16> %v61, i16 %x1, i32 61
  %v63 = insertelement <64 x i16> %v62, i16 %x2, i32 62
  %v64 = insertelement <64 x i16> %v63, i16 %x3, i32 63
  store <64 x i16> %v64, ptr %b
  ret void
}
define i32 @check() {
  %p0 = getelementptr i16, ptr @A, i32 0
  store volatile i16 1, ptr %p0
  %p1 = getelementptr i16, ptr @A, i32 1
  store volatile i16 2, ptr %p1
  %p2 = getelementptr i16, ptr @A, i32 2
  store volatile i16 3, ptr %p2
  %p3 = getelementptr i16, ptr @A, i32 3
  store volatile i16 4, ptr %p3
  call void @kernel(ptr @A, ptr @B)
  br label %loop
loop:
  %i = phi i32 [0, %0], [%n, %loop]
  %s = phi i32 [0, %0], [%t, %loop]
  %p = getelementptr i16, ptr @B, i32 %i
  %v = load i16, ptr %p
  %z = zext i16 %v to i32
  %m = mul i32 %s, 3
  %t = add i32 %m, %z
  %n = add i32 %i, 1
  %c = icmp eq i32 %n, 64
  br i1 %c, label %exit, label %loop
exit:
 ret i32 %t
}
