; What the pass tells of repeated computations comes as LLVM's optimisation remarks, with the place in
; the TVMScript, and leaves the module as it is.
; REQUIRES: plugin
; RUN: %opt-tirc -passes='tir-lower<file=%S/../cse/explain.py>' -S %s -o %t.plain.ll 2>&1 | count 0
; RUN: %opt-tirc -passes='tir-lower<file=%S/../cse/explain.py>' -pass-remarks=tirc -pass-remarks-output=%t.yml -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=PASS
; RUN: diff %t.plain.ll %t.ll
; RUN: FileCheck %s --check-prefix=YAML < %t.yml
; RUN: llvm-remarkutil count --parser=yaml %t.yml | FileCheck %s --check-prefix=COUNT
; RUN: %opt-tirc -passes='tir-lower<file=%S/../cse/explain.py>' -pass-remarks-missed=tirc -disable-output %s 2>&1 | FileCheck %s --check-prefix=MISSED
; RUN: %opt-tirc -passes='tir-lower<file=%S/../cse/explain.py;no-cse;no-loops>' -pass-remarks=tirc -pass-remarks-missed=tirc -disable-output %s 2>&1 | count 0
; RUN: %opt-tirc -passes='tir-lower<file=%S/../cse/explain.py>,default<O2>' -pass-remarks=inline -disable-output %s 2>&1 | count 0
; PASS-NOT: is computed 2 times
; PASS: remark: {{.*}}explain.py:[[#]]:12: 'x * y' is computed once instead of 2 times: cse_v1
; PASS-NOT: is computed 2 times
; MISSED-NOT: instead of
; MISSED: remark: {{.*}}explain.py:[[#]]:12: 'x + 1' is computed 2 times: an address takes a constant offset for free
; YAML: --- !Passed
; YAML-NEXT: Pass: tirc-cse
; YAML-NEXT: Name: Named
; YAML-NEXT: DebugLoc: { File: '{{.*}}explain.py',
; LLVM breaks the line wherever the path's length has it break.
; YAML: Line: [[#]],
; YAML: Column: 12 }
; YAML-NEXT: Function: f
; YAML-NEXT: Args:
; YAML-NEXT: - String: {{'''x \* y''}} is computed once instead of 2 times: cse_v1'
; COUNT: explain.py
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
