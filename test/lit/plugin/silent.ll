; What the plugin cannot do has a sentence, with what to type; what it can do is done.
; REQUIRES: plugin
; RUN: split-file %s %t

; Without a word of HVX a Hexagon module gets that of v67, and a warning.
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py>' -S %t/empty.ll -o %t/o.ll 2>&1 | FileCheck --check-prefix=HVX %s
; HVX: warning: nothing says which processor the module is for: its kernels are compiled for hexagonv67 with HVX; the parameter cpu=NAME, or -mcpu of opt or llc, names another one
; RUN: FileCheck --check-prefix=V67 --input-file=%t/o.ll %s
; V67: "target-cpu"="hexagonv67" "target-features"="+hvxv67,+hvx-length128b"

; Names of files have any character: in quotes a semicolon, and %2C for what LLVM takes for the end of a pass.  Parameters of features add up.
; RUN: cp %t/add.py "%t/a b;c.py" && cp %t/add.py "%t/x,y(1).py"
; RUN: %opt-tirc -passes='tir-lower<file="%t/a b;c.py";cpu=hexagonv68>' -S %t/empty.ll | FileCheck --check-prefix=QUOTED %s
; RUN: %opt-tirc -passes='tir-lower<file="%t/x%%2Cy%%281%%29.py";cpu=hexagonv68;features=+hvxv68;features=+hvx-length128b>' -S %t/empty.ll | FileCheck --check-prefix=QUOTED %s
; QUOTED: define void @add(
; QUOTED: "target-features"="+hvxv68,+hvx-length128b

; The pass is one of LLVM's pipelines, in what it prints of them, too.
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;cpu=hexagonv68>,default<O2>' -print-pipeline-passes -disable-output %t/empty.ll > %t/pipeline.txt
; RUN: FileCheck --check-prefix=PIPELINE --input-file=%t/pipeline.txt %s
; PIPELINE: tir-lower<file={{.*}}add.py;cpu=hexagonv68>,{{.*}}tir-before-codegen
; RUN: sed 's/^/-passes=/' %t/pipeline.txt > %t/pipeline.rsp && %opt-tirc @%t/pipeline.rsp -S %t/empty.ll | FileCheck --check-prefix=AGAIN %s
; AGAIN: define {{.*}}@add(
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;no-vectorize>' -S %t/empty.ll -o %t/o.ll 2>&1 | count 0
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;O1>' -S %t/empty.ll -o %t/o.ll 2>&1 | count 0
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py>' -pass-remarks-missed=tirc -S %t/none.ll -o %t/o.ll 2>&1 | FileCheck --check-prefix=NONE %s
; NONE-NOT: warning
; NONE: remark: {{.*}}the module is for Hexagon without HVX, so that there are no vectors; clang's -mhvx or the parameter cpu=hexagonv68 bring it
; NONE-NOT: warning

; With what the sentence says there are vectors.
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;cpu=hexagonv68;lanes=all>' -S %t/empty.ll 2>&1 | FileCheck --check-prefix=VECTORS %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;cpu=hexagonv68;lanes=all>' -S %t/none.ll 2>&1 | FileCheck --check-prefix=VECTORS %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;features=+hvxv68;cpu=hexagonv73;lanes=all>' -S %t/empty.ll 2>&1 | FileCheck --check-prefix=VECTORS %s
; RUN: %opt-tirc -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b -passes='tir-lower<file=%t/add.py;lanes=all>' -S %t/empty.ll 2>&1 | FileCheck --check-prefix=VECTORS %s
; RUN: %llc-tirc -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b %t/section.ll -o - 2>&1 | FileCheck --check-prefix=ASM %s
; VECTORS-NOT: warning
; VECTORS: add nsw <{{[0-9]+}} x i32>
; VECTORS: "target-cpu"="hexagonv{{68|73}}" "target-features"="+hvxv68,+hvx-length128b
; ASM-NOT: warning
; ASM: vmem
; RUN: not %opt-tirc -passes='tir-lower<file=%t/add.py;cpu=hexagonv99>' -S %t/empty.ll -o %t/o.ll 2>&1 | FileCheck --check-prefix=CPU %s
; CPU: error: unknown processor 'hexagonv99' for target 'hexagon-unknown-elf'

; Several files are compiled each; the module's target is the same for all.
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;file=%t/twice.py;cpu=hexagonv68>' -S %t/empty.ll | FileCheck --check-prefix=BOTH %s
; BOTH: define void @add({{.*}} [[A:#[0-9]+]]
; BOTH: define void @twice({{.*}} [[A]]
; RUN: not %opt-tirc -passes='tir-lower<file=%t/add.py;file=%t/not.py>' -S %t/empty.ll -o %t/o.ll 2>&1 | FileCheck --check-prefix=FILES %s
; FILES: error: cannot read '{{.*}}not.py'

; LLVM's options of passes know tir-lower, and those that do not are told of.
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;no-vectorize>' -print-after=tir-lower -disable-output %t/empty.ll 2>&1 | FileCheck --check-prefix=PRINT %s
; PRINT: IR Dump After TirLower
; PRINT: define void @add(
; RUN: %llc-tirc -print-after=tir-lower -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b %t/section.ll -o %t/o.s 2>&1 | FileCheck --check-prefix=LLC %s
; LLC: define void @add(
; RUN: %opt-tirc -passes='tir-lower<file=%t/add.py;no-vectorize>' -stop-after=tir-lower -disable-output %t/empty.ll 2>&1 | FileCheck --check-prefix=STOP %s
; STOP: warning: -stop-after=tir-lower has no effect, as it takes passes of code generation alone; -passes='tir-lower<...>' without what follows stops there

; No text; a private function that stands alone is exported.
; RUN: %opt-tirc -passes=tir-lower -disable-output %t/empty.ll 2>&1 | FileCheck --check-prefix=TEXT %s
; TEXT: warning: tir-lower has no text to compile: give file=KERNEL.py, or a text in section .tir of the module
; RUN: %opt-tirc -passes='tir-lower<file=%t/private.py;no-vectorize>' -S %t/empty.ll | FileCheck --check-prefix=PRIVATE %s
; PRIVATE: define void @f(
; RUN: %opt-tirc -passes='tir-lower<file=%t/private.py;rename=f=g;no-vectorize>' -S %t/empty.ll | FileCheck --check-prefix=EXPORTED %s
; EXPORTED: define void @g(

;--- empty.ll
target triple = "hexagon-unknown-elf"
;--- none.ll
target triple = "hexagon-unknown-elf"
declare void @own() "target-cpu"="hexagonv67" "target-features"="+packets"
;--- section.ll
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"
target triple = "hexagon-unknown-elf"
@text = internal constant [139 x i8] c"@T.prim_func\0Adef add(A: T.Buffer((64,), \22int32\22)):\0A    for i in range(2):\0A        A[i * 32:i * 32 + 32] = A[i * 32:i * 32 + 32] + A[0:32]\0A\00", section ".tir"
;--- add.py
from tvm.script import tirx as T

@T.prim_func
def add(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1024):
        B[i] = A[i] + A[i] * A[i]
;--- twice.py
from tvm.script import tirx as T

@T.prim_func
def twice(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1024):
        B[i] = A[i] + A[i] * 3
;--- private.py
from tvm.script import tirx as T

@T.prim_func(private=True)
def f(A: T.Buffer((64,), "float32")):
    for i in range(64):
        A[i] = A[i] + T.float32(1)
