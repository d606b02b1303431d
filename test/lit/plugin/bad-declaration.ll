; A declaration of other types than the definition's would be called with the wrong arguments.
; REQUIRES: plugin
; RUN: not %opt-tirc -passes='tir-lower<file=%S/Inputs/scale.py>' -disable-output %s 2>&1 | FileCheck %s
; CHECK: error: {{.*}}scale.py:7:{{[0-9]+}}: 'scale' is declared with other types than it has here (3 parameters, declared with 1)
target triple = "hexagon-unknown-elf"

declare void @scale(ptr)
