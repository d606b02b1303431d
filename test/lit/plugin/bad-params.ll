; Parameters that make no sense, files that are not there and names that are taken are errors of
; LLVM's own kind; opt ends with 1 and writes nothing.
; REQUIRES: plugin
; RUN: rm -f %t.ll
; RUN: not %opt-tirc -passes='tir-lower<source=x.py>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=PARAM %s
; PARAM: error: tir-lower: unknown parameter 'source=x.py'; there are file=, cpu=, features=, version, {{.*}}no-cse, {{.*}}extern-header=, {{.*}} and profile=, separated by ';'
; RUN: not %opt-tirc -passes='tir-lower<file=x.py;no-csee>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=NEAR %s
; NEAR: error: tir-lower: unknown parameter 'no-csee'; did you mean 'no-cse'?
; RUN: not %opt-tirc -passes='tir-lower<x.py>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=BARE %s
; BARE: error: tir-lower: unknown parameter 'x.py'; did you mean 'file=x.py'?
; RUN: not %opt-tirc -passes='tir-lower<cse;no-cse>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=BOTH %s
; BOTH: error: cse and no-cse exclude each other
; RUN: not %opt-tirc -passes='tir-lower<vectorize;no-vectorize>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=VECTORS %s
; VECTORS: error: vectorize and no-vectorize exclude each other
; RUN: not %opt-tirc -passes='tir-lower<profile=none>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=PROFILE %s
; PROFILE: error: there is no CSE profile 'none'; there are {{.*}}host
; RUN: not %opt-tirc -passes='tir-lower<legalize=simplfy>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=LEGALIZE %s
; LEGALIZE: error: legalize: there is no pass 'simplfy'; did you mean 'simplify'?
; RUN: not %opt-tirc -passes='tir-lower<unroll-and-jam=9>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=JAM %s
; JAM: error: unroll-and-jam=9: must be a number of at most 8, or all
; RUN: not %opt-tirc -passes='tir-lower<O4>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=LEVEL %s
; LEVEL: error: tir-lower: unknown parameter 'O4'; there are
; RUN: not %opt-tirc -passes='tir-lower<file=%S/Inputs/none.py>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=NONE %s
; NONE: error: cannot read '{{.*}}none.py': No such file or directory
; RUN: not %opt-tirc -passes='tir-lower<file=%S/Inputs/bad.py>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=TIR %s
; TIR: error: {{.*}}bad.py:8:16: 'nowhere'
; TIR-NEXT: A[0] = nowhere
; TIR-NEXT: ^~~~~~~
; RUN: not %opt-tirc -passes='tir-lower<file=%S/Inputs/scale.py>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=TAKEN %s
; TAKEN: error: {{.*}}scale.py:7:{{[0-9]+}}: 'scale' is already defined in the module
; RUN: not %opt-tirc -passes='tir-lower<file=%S/Inputs/scale.py;function=scael>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=FUNCTION %s
; FUNCTION: error: there is no function 'scael'; did you mean 'scale'? There is 'scale'
; RUN: count 0 < %t.ll
target triple = "hexagon-unknown-elf"

define void @scale() {
  ret void
}
