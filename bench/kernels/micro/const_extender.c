/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* const_extender: a hash that adds one 32-bit constant four times; c is for the form by hand. */
#include <stdint.h>

void const_extender(uint32_t *restrict O, const uint32_t *restrict A, int32_t n, uint32_t c)
{
	(void)c;
	for (int32_t r = 0; r < 4; r++)
		for (int32_t i = 0; i < n; i++) {
			uint32_t x = A[i] ^ (A[i] >> 16);
			uint32_t y = (x + 2654435769u) ^ ((x + 2654435769u) >> 13);
			uint32_t z = (y + 2654435769u) ^ ((y + 2654435769u) << 5);
			uint32_t w = (z + 2654435769u) ^ ((z + 2654435769u) >> 7);
			O[i] += w ^ 2654435769u;
		}
}
