; Parameters that make no sense, files that are not there and names that are taken are errors of
; LLVM's own kind; opt ends with 1 and writes nothing.
; REQUIRES: plugin
; RUN: rm -f %t.ll
; RUN: not %opt-tirc -passes='tir-lower<fil=x.py>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=PARAM %s
; PARAM: error: tir-lower: unknown parameter 'fil=x.py'; there are file=, function=, profile=, extern-header=, cse, no-cse and debug, separated by ';'
; RUN: not %opt-tirc -passes='tir-lower<cse;no-cse>' -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=BOTH %s
; BOTH: error: tir-lower: cse and no-cse exclude each other
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
