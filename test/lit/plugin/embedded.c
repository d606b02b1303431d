// TIR that C code carries is compiled at every level and by every tool, and leaves no trace: neither
// its text nor its section are in the result.
// REQUIRES: plugin
// RUN: %clang-tirc -O0 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang-tirc -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang-tirc -Os --target=hexagon-unknown-elf -mv67 -ffreestanding -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang-tirc -O2 -c %s -o %t.o && llvm-objdump -h %t.o | FileCheck --check-prefix=SECTIONS %s
// RUN: %clang-tirc -O2 -DMAIN %s -o %t && %t | FileCheck --check-prefix=RESULT %s
// RUN: %clang-tirc -O0 -DMAIN %s -o %t && %t | FileCheck --check-prefix=RESULT %s
// RUN: %clang -O0 -emit-llvm -c %s -o %t.bc && %opt-tirc -passes='default<O0>,tir-lower' -S %t.bc | FileCheck %s
// CHECK-NOT: section ".tir"
// CHECK-NOT: prim_func
// CHECK: define {{.*}}@scale(
// CHECK-NOT: declare {{.*}}@scale(
// SECTIONS: Sections:
// SECTIONS-NOT: .tir
// RESULT: 2 4 6 8
static const char scale_tir[] __attribute__((section(".tir"), used)) =
	"# from tvm.script import ir as I\n"
	"# from tvm.script import tirx as T\n"
	"@I.ir_module\n"
	"class Module:\n"
	"    @T.prim_func(s_tir=True)\n"
	"    def scale(A: T.Buffer((4,), \"float32\"), B: T.Buffer((4,), \"float32\"), k: T.float32):\n"
	"        for i in range(4):\n"
	"            B[i] = A[i] * k\n";

extern void scale(float *A, float *B, float k);
static int other __attribute__((used)) = 1;

#ifdef MAIN
#include <stdio.h>
int main(void)
{
	_Alignas(64) float a[] = {1, 2, 3, 4}, b[4];
	scale(a, b, 2);
	printf("%g %g %g %g\n", b[0], b[1], b[2], b[3]);
	return 0;
}
#else
void caller(float *a, float *b)
{
	scale(a, b, 2);
}
#endif
