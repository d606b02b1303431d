/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* box_vector: 3x3 box sum of uint16, 64 points at a time, in row order: six of nine loads are
 * unaligned. */
#include <stdint.h>

void box_vector(uint16_t *restrict O, const uint16_t *restrict A, int32_t n, int32_t p)
{
	for (int32_t r = 0; r < 144; r++)
		for (int32_t i = 0; i < 64 * n; i++) {
			uint32_t s = O[i];
			for (int32_t k = 0; k < 3; k++)
				s += A[i + 64 * k * p + 63] + A[i + 64 * k * p + 64] +
				     A[i + 64 * k * p + 65];
			O[i] = (uint16_t)s;
		}
}
