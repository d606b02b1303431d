; Inside opt, whose libLLVM exports another isl under the same names, the plugin's own one answers; so it
; does in the command.
; REQUIRES: plugin, isl
; RUN: %opt-tirc -passes='tir-lower<version>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %tirc --version | FileCheck %s
; CHECK: tirc {{[0-9.]+}}, LLVM {{[0-9]+}}.1.{{[0-9]+}}, isl-0.25-IMath-32{{$}}
target triple = "hexagon-unknown-elf"
