; What the plugin says of loops to LLVM's vectoriser, which uses HVX only in a process that is told so
; (-hexagon-autohvx).  In the text of a pipeline tir-lower prepares loops for it as the command does; where LLVM's
; own pipeline has the pass, it does what that process does.  Loops are guarded wherever the vectoriser may use HVX.
; REQUIRES: plugin
; RUN: split-file %s %t
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>' -S %t/v67.ll | FileCheck --check-prefix=GUARDED %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;O3;vectorize>' -S %t/v67.ll | FileCheck --check-prefix=GUARDED %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;O1>' -S %t/v67.ll | FileCheck --check-prefix=NOTHING %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;no-vectorize>' -S %t/v67.ll | FileCheck --check-prefix=NOTHING %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>' -S %t/unknown.ll | FileCheck --check-prefix=GUARDED %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;no-vectorize>' -S %t/unknown.ll | FileCheck --check-prefix=NOTHING %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>' -S %t/v67.ll -hexagon-autohvx | FileCheck --check-prefix=GUARDED %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>' -S %t/unknown.ll -hexagon-autohvx | FileCheck --check-prefix=GUARDED %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;no-vectorize>' -S %t/v67.ll -hexagon-autohvx | FileCheck --check-prefix=FORBIDDEN %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;O1>' -S %t/v67.ll -hexagon-autohvx | FileCheck --check-prefix=FORBIDDEN %s

; The sum over float is no loop for HVX, the one over int16 is.
; GUARDED: define {{.*}}@floats(
; GUARDED: br {{.*}}, !llvm.loop [[F:![0-9]+]]
; GUARDED: define {{.*}}@integers(
; GUARDED-NOT: !llvm.loop
; GUARDED: [[F]] = distinct !{[[F]], [[NO:![0-9]+]]
; GUARDED: [[NO]] = !{!"llvm.loop.vectorize.enable", i1 false}
; NOTHING: define {{.*}}@floats(
; NOTHING-NOT: llvm.loop.vectorize
; FORBIDDEN: define {{.*}}@floats(
; FORBIDDEN: br {{.*}}, !llvm.loop
; FORBIDDEN: define {{.*}}@integers(
; FORBIDDEN: br {{.*}}, !llvm.loop
; FORBIDDEN: !{!"llvm.loop.vectorize.enable", i1 false}

; Where nobody will make vectors, a remark tells.
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>' -disable-output %t/v67.ll -pass-remarks-missed=tirc 2>&1 | FileCheck --check-prefix=TOLD %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>' -S %t/v67.ll -pass-remarks-missed=tirc -hexagon-autohvx 2>&1 | FileCheck --check-prefix=SILENT %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;vectorize>' -S %t/v67.ll -pass-remarks-missed=tirc 2>&1 | FileCheck --check-prefix=SILENT %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;no-vectorize>' -S %t/v67.ll -pass-remarks-missed=tirc 2>&1 | FileCheck --check-prefix=SILENT %s
; SILENT-NOT: does not use HVX
; SILENT: define {{.*}}@floats(
; SILENT-NOT: does not use HVX
; TOLD: remark: {{.*}}loops are prepared for LLVM's vectoriser, which does not use HVX in this process; add -hexagon-autohvx, or the parameter no-vectorize

; The process's own option is not touched.
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>,default<O2>' -S %t/v67.ll | FileCheck --check-prefix=SCALAR %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>,default<O2>' -S %t/v67.ll -hexagon-autohvx | FileCheck --check-prefix=VECTOR %s
; SCALAR: define {{.*}}@floats(
; SCALAR-NOT: <64 x i16>
; VECTOR: <64 x i16>

;--- v67.ll
target triple = "hexagon-unknown-elf"
define void @donor() #0 {
  ret void
}
attributes #0 = { "target-cpu"="hexagonv67" "target-features"="+hvxv67,+hvx-length128b" }
;--- unknown.ll
target triple = "hexagon-unknown-elf"
;--- k.py
from tvm.script import ir as I, tirx as T
@I.ir_module
class Module:
    @T.prim_func
    def floats(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(1024):
            B[i] = A[i] + T.float32(1)
    @T.prim_func
    def integers(A: T.Buffer((1024,), "int16"), B: T.Buffer((1024,), "int16")):
        T.func_attr({"tirx.noalias": True})
        for i in range(1024):
            B[i] = A[i] + A[i]
