; llc runs no optimisation: the plugin compiles embedded TIR right before code generation.
; REQUIRES: llvm-22
; REQUIRES: plugin
; RUN: %llc-tirc -mtriple=hexagon -o - %s | FileCheck %s
; CHECK-NOT: prim_func
; CHECK: fill:
; CHECK: jumpr{{.*}} r31
target triple = "hexagon-unknown-elf"
@fill_tir = internal constant [146 x i8] c"@I.ir_module\0Aclass Module:\0A    @T.prim_func(s_tir=True)\0A    def fill(A: T.Buffer((4,), \22int32\22)):\0A        for i in range(4):\0A            A[i] = i\0A", section ".tir"
@llvm.used = appending global [1 x ptr] [ptr @fill_tir], section "llvm.metadata"
