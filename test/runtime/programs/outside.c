/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes scalars[0] bytes from the start of a buffer on: one too many breaks the guard. */
#include <stdint.h>

void tirc_entry(void **buffers, const uint64_t *scalars);

void tirc_entry(void **buffers, const uint64_t *scalars)
{
	volatile char *p = buffers[0];
	for (uint64_t i = 0; i < scalars[0]; i++)
		p[i] = 1;
}
