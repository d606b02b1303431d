/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/crt0.c: where a program begins.
 *
 * Idea.   The kernel leaves argc, argv and a NULL on the stack; align the stack to an HVX vector
 *         and go on in C.  That is tirc_program and not main, because kernels are often called
 *         main themselves. */
#include "internal.h"

int tirc_program(int argc, char **argv);
void _start(void);

__attribute__((used)) static void start_in_c(long *stack)
{
	exit(tirc_program((int)stack[0], (char **)(stack + 1)));
}

__attribute__((naked)) void _start(void)
{
	__asm__ volatile("{ r0 = r29 }\n"
	                 "{ r29 = and(r29, #-128); r30 = #0; r31 = #0 }\n"
	                 "{ call start_in_c }\n");
}
