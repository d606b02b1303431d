// At link time for Hexagon, too, minima of floats keep NaN and -0.0.
// REQUIRES: plugin
// RUN: %clang --target=hexagon-unknown-elf -mv67 -O2 -flto -c %s -o %t.o
// RUN: %lld-tirc %t.o -o %t
// RUN: llvm-objdump -d %t | FileCheck %s
// RUN: %clang --target=hexagon-unknown-elf -mv67 -O2 -flto=thin -c %s -o %t.o
// RUN: %lld-tirc %t.o -o %t
// RUN: llvm-objdump -d %t | FileCheck %s
// CHECK: _start
// CHECK-NOT: sfmin
// CHECK: sfcmp.gt
// CHECK-NOT: sfmin
float _start(float a, float b)
{
	return a < b ? a : b;
}
