// gdb stops in a kernel of section .tir whose text it is led to, and shows its values; it knows the C around it as well.
// REQUIRES: plugin, gdb
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/scale.py %s %t
// RUN: cd %t && %clang-tirc -g -O0 debug-gdb.c -o program && ./program
// RUN: cd %t && gdb -nx -batch -ex "set debuginfod enabled off" -ex "set substitute-path %t/scale_tir %t/scale.py" -ex "break scale_tir:9" -ex run -ex "print i" -ex "print k" -ex "print A[1]" -ex up -ex "print b" ./program 2>&1 | FileCheck %s

// CHECK: Breakpoint 1, scale (A={{.*}}, k=2) at
// CHECK-NEXT: {{^9.*}}B[i] = A[i] * k
// CHECK-NEXT: $1 = 0
// CHECK-NEXT: $2 = 2
// CHECK-NEXT: $3 = 2
// CHECK-NEXT: #1 {{.*}} in main () at debug-gdb.c:[[#@LINE+10]]
// CHECK: = {0, 0, 0, 0}
static const char scale_tir[] __attribute__((section(".tir"), used)) = {
#embed "scale.py"
};
extern void scale(float *A, float *B, float k);

int main(void)
{
	_Alignas(64) float a[] = {1, 2, 3, 4}, b[4] = {0, 0, 0, 0};
	scale(a, b, 2);
	return b[3] != 8;
}
