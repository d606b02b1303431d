; A text that was made for Hexagon is told of in a module of the host's; a module of another machine was chosen.
; REQUIRES: plugin
; RUN: split-file %s %t
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py>' -disable-output %t/host.ll 2>&1 | FileCheck %s
; CHECK: warning: {{.*}}k.py:3:1: the target of 'f' is 'hexagon', but it is compiled for 'x86_64-pc-linux-gnu'
; RUN: %opt-tirc -passes='tir-lower<file=%t/k.py;no-vectorize>' -disable-output %t/hexagon.ll 2>&1 | count 0
; RUN: %opt-tirc -passes='tir-lower<file=%t/host.py;no-vectorize>' -disable-output %t/hexagon.ll 2>&1 | count 0

;--- host.ll
target triple = "x86_64-pc-linux-gnu"
;--- hexagon.ll
target triple = "hexagon-unknown-elf"
;--- k.py
from tvm.script import tirx as T
@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    T.func_attr({"target": T.target({"kind": "hexagon", "mcpu": "hexagonv68"})})
    A[0] = 1
;--- host.py
from tvm.script import tirx as T
@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    T.func_attr({"target": T.target({"kind": "llvm", "mtriple": "x86_64-unknown-linux-gnu"})})
    A[0] = 1
