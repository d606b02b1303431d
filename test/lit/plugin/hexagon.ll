; The features of the module's own functions count; where a module says nothing it is v67 with its HVX, as for the command.
; RUN: split-file %s %t
; RUN: %opt-tirc -passes='tir-lower<file=%t/kernel.py>' %t/hvx.ll -S | FileCheck --check-prefix=HVX %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/kernel.py>' %t/none.ll -S | FileCheck --check-prefix=NONE %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/kernel.py>' %t/empty.ll -S | FileCheck --check-prefix=EMPTY %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/kernel.py>' %t/v73.ll -S | FileCheck --check-prefix=V73 %s
; HVX: define void @narrow({{.*}} #[[A:[0-9]+]]
; HVX: call {{.*}}@llvm.hexagon.V6.vasrhbsat.128B
; HVX: define void @scale(
; HVX-NOT: fmul <
; HVX: attributes #[[A]] = { {{.*}}"target-cpu"="hexagonv67" "target-features"="+hvxv67,+hvx-length128b"
; NONE: define void @narrow({{.*}} #[[A:[0-9]+]]
; NONE-NOT: @llvm.hexagon.V6
; NONE: attributes #[[A]] = { {{.*}}"target-features"="+packets"
; EMPTY: define void @narrow({{.*}} #[[A:[0-9]+]]
; EMPTY: call {{.*}}@llvm.hexagon.V6.vasrhbsat.128B
; EMPTY: attributes #[[A]] = { {{.*}}"target-cpu"="hexagonv67" "target-features"="+hvxv67,+hvx-length128b"
; V73: define void @scale(
; V73: fmul <32 x float>

;--- hvx.ll
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"
define void @own() "target-cpu"="hexagonv67" "target-features"="+hvxv67,+hvx-length128b" {
  ret void
}
;--- none.ll
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"
define void @own() "target-cpu"="hexagonv67" "target-features"="+packets" {
  ret void
}
;--- empty.ll
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"
;--- v73.ll
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"
define void @own() "target-cpu"="hexagonv73" "target-features"="+hvxv73,+hvx-length128b,+hvx-ieee-fp" {
  ret void
}
;--- kernel.py
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def narrow(A: T.Buffer((128,), "int8"), B: T.Buffer((128,), "int8")):
        B[0:128] = T.Cast("int8x128", T.max(T.min(T.Cast("int16x128", A[0:128]) * T.Broadcast(T.int16(3), 128) >> T.Broadcast(T.int16(2), 128), T.Broadcast(T.int16(127), 128)), T.Broadcast(T.int16(-128), 128)))

    @T.prim_func
    def scale(X: T.Buffer((32,), "float32")):
        X[0:32] = X[0:32] * T.Broadcast(T.float32(2.5), 32)
