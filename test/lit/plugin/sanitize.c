// A kernel in a program that is compiled with a sanitizer is checked, too: ASan reports its access out of bounds, where
// it is.
// REQUIRES: plugin
// RUN: %clang-tirc -O1 -fsanitize=address -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang-tirc -O1 -fsanitize=thread -S -emit-llvm %s -o - | FileCheck --check-prefix=THREAD %s
// RUN: %clang-tirc -O1 -S -emit-llvm %s -o - | FileCheck --check-prefix=PLAIN %s
// CHECK: define {{.*}}@shift({{.*}} #[[N:[0-9]+]]
// CHECK: call void @__asan_report_load4
// CHECK: call void @__asan_report_store4
// CHECK: attributes #[[N]] = {{.*}}sanitize_address
// THREAD: define {{.*}}@shift({{.*}} #[[N:[0-9]+]]
// THREAD: call void @__tsan_write4
// THREAD: attributes #[[N]] = {{.*}}sanitize_thread
// PLAIN: define {{.*}}@shift
// PLAIN-NOT: sanitize_
// PLAIN-NOT: __asan
// At every level, and where a pass of opt does it.
// RUN: %clang-tirc -O0 -g -fsanitize=address %s -o %t && not env ASAN_OPTIONS=detect_leaks=0 timeout 120 %t 2>&1 | FileCheck --check-prefix=REPORT %s
// RUN: %clang-tirc -O2 -g -fsanitize=address %s -o %t && not env ASAN_OPTIONS=detect_leaks=0 timeout 120 %t 2>&1 | FileCheck --check-prefix=REPORT %s
// REPORT: ERROR: AddressSanitizer: heap-buffer-overflow
// REPORT-NEXT: WRITE of size
// REPORT: #{{[0-2]}} {{.*}} in {{shift|main}}
// RUN: echo 'define void @f() sanitize_address { ret void }' > %t.ll
// RUN: echo 'define void @g() { ret void }' > %t.plain.ll
// RUN: %opt-tirc -passes='tir-lower<file=%S/Inputs/sanitize.py>,asan' -S %t.ll | FileCheck --check-prefix=OPT %s
// RUN: %opt-tirc -passes='tir-lower<file=%S/Inputs/sanitize.py>,asan' -S %t.plain.ll | FileCheck --check-prefix=NONE %s
// OPT: call void @__asan_report_store4
// NONE: define {{.*}}@g(
// NONE-NOT: __asan_report
#include <stdlib.h>

static const char shift_tir[] __attribute__((section(".tir"), used)) = {
#embed "Inputs/sanitize.py"
};
void shift(int *A, int *B, int n);

int main(int argc, char **argv)
{
	/* sizes that LLVM does not know: from an access that it knows to be wrong it draws conclusions before ASan comes */
	size_t bytes = (size_t)argc * 64;
	int *a = aligned_alloc(64, bytes), *b = aligned_alloc(64, bytes);
	(void)argv;
	for (int i = 0; i < argc * 16; i++)
		a[i] = i;
	shift(a, b, argc * 16);
	return b[argc];
}
