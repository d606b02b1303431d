/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells where the stack and the buffers are, and increments the second buffer's bytes. */
#include <stdint.h>

void tirc_entry(void **buffers, const uint64_t *scalars);

void tirc_entry(void **buffers, const uint64_t *scalars)
{
	uint32_t *out = buffers[0];
	_Alignas(128) volatile char vector[128];
	vector[0] = 0;
	for (uint32_t i = 0; i < 8; i++)
		out[i] = (uint32_t)(uintptr_t)buffers[i + 1];
	out[8] = (uint32_t)(uintptr_t)vector;
	for (uint64_t i = 0; i < scalars[0]; i++)
		((unsigned char *)buffers[1])[i]++;
}
