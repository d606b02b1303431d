// An error in embedded TIR has its place in that text, is reported once, and nothing is written.
// REQUIRES: plugin
// RUN: rm -f %t.o
// RUN: not %clang-tirc -O2 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not ls %t.o
// CHECK: bad_tir:6:16: error: {{.*}}nowhere
// CHECK-NEXT: A[0] = nowhere
// CHECK-NEXT: {{\^}}
// CHECK-NOT: nowhere
// CHECK: 1 error generated
static const char bad_tir[] __attribute__((section(".tir"), used)) =
	"# from tvm.script import tirx as T\n"
	"@I.ir_module\n"
	"class Module:\n"
	"    @T.prim_func(s_tir=True)\n"
	"    def bad(A: T.Buffer((4,), \"float32\")):\n"
	"        A[0] = nowhere\n";
