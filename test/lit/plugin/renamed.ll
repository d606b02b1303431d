; A parameter's old name is taken, with a warning that names the new one; a switch may be given with "no-".
; REQUIRES: plugin
; RUN: split-file %s %t
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;cse-jam=4>' -S %t/m.ll -o %t/old.ll 2>&1 | FileCheck %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;unroll-and-jam=4>' -S %t/m.ll -o %t/new.ll 2>&1 | count 0
; RUN: diff %t/old.ll %t/new.ll
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;legalize=radix>' -S %t/m.ll -o %t/old.ll 2>&1 | FileCheck --check-prefix=PASS %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;legalize=digits>' -S %t/m.ll -o %t/new.ll 2>&1 | count 0
; RUN: diff %t/old.ll %t/new.ll
; PASS: warning: pass 'radix' is deprecated; use 'digits'
; PASS-NOT: deprecated
; CHECK: warning: parameter 'cse-jam' is deprecated; use 'unroll-and-jam'
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>' -S %t/m.ll | FileCheck --check-prefix=ON %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;promote-scalars>' -S %t/m.ll | FileCheck --check-prefix=ON %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;profile=size>' -S %t/m.ll | FileCheck --check-prefix=OFF %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;no-promote-scalars>' -S %t/m.ll | FileCheck --check-prefix=OFF %s
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;promote-scalars=0>' -S %t/m.ll | FileCheck --check-prefix=OFF %s
; RUN: not %opt-tirc -passes='tir-lower<promote-scalars=2>' -S %t/m.ll 2>&1 | FileCheck --check-prefix=WORD %s
; ON: alloca i8, i32 4
; OFF: define {{.*}}@
; OFF-NOT: alloca
; WORD: error: promote-scalars=2: must be 0 or 1
;--- k.py
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((40,), "int32")):
    for k in range(31):
        A[0] = A[0] + A[k + 1]
;--- m.ll
