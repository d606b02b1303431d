// An object of a checked build says where it cannot go on, through the runtime's tirc_fail or the program's own.
// A sanitizer takes the signal that is looked for.
// UNSUPPORTED: asan
// RUN: %tirc --checked -O2 -c %S/Inputs/fails.py -o %t.k.o
// RUN: %clang %s %t.k.o %runtime/libtirc-runtime-host.a -o %t && not --crash %t 2>&1 | FileCheck %s
// CHECK: fails.py:[[#]]:9: error: store to 'A[8]' is out of bounds: its memory has 32 bytes
// RUN: %clang -DOWN -I %S/../../.. %s %t.k.o -o %t && %t | FileCheck --check-prefix=OWN %s
// OWN: 6:9 store to 'A[%]' is out of bounds: its memory has % bytes, 2 values: 8 32
// RUN: %tirc --checked -O2 --target=hexagon -c %S/Inputs/fails.py -o %t.k.o
// RUN: %clang --target=hexagon-unknown-elf -mcpu=hexagonv67 -ffreestanding -fPIC -G0 -O1 -c %s -o %t.m.o
// RUN: ld.lld-22 -static -o %t %t.m.o %t.k.o %runtime/libtirc-hexagon.a && not qemu-hexagon %t 2>&1 | FileCheck %s
// Without --checked it needs nobody, and its asserts trap.
// RUN: %tirc -O2 -c %S/Inputs/fails.py -o %t.k.o && %clang %s %t.k.o -o %t && not --crash %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE-NOT: fails.py
// NONE: error:
// NONE-NOT: fails.py
#include <stdint.h>
void fails(int32_t *A, int32_t n);

#ifdef OWN
#include <stdio.h>
#include <stdlib.h>

#include "runtime/failure.h"

void tirc_fail(const struct tirc_failure *f, const int64_t *v)
{
	printf("%u:%u %s, %u values: %d %d\n", f->line, f->column, f->text, f->nvalues, (int)v[0], (int)v[1]);
	exit(0);
}
#endif

#ifdef __hexagon__
int tirc_program(int argc, char **argv)
#else
int main(int argc, char **argv)
#endif
{
	int32_t a[8] = {0};
	(void)argv;
	fails(a, 9 * argc);
	return a[0];
}
