/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the byte before the second buffer. */
#include <stdint.h>

void tirc_entry(void **buffers, const uint64_t *scalars);

void tirc_entry(void **buffers, const uint64_t *scalars)
{
	((volatile char *)buffers[1])[-1] = (char)scalars[0];
}
