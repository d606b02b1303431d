/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* row_taps: three taps of a row of int16, 64 at a time: two of the three loads are unaligned. */
#include <stdint.h>

void row_taps(int16_t *restrict O, const int16_t *restrict A, int32_t n)
{
	for (int32_t r = 0; r < 144; r++)
		for (int32_t i = 0; i < 64 * n; i++)
			O[i] = (int16_t)(O[i] + A[i + 63] + A[i + 64] * 2 + A[i + 65]);
}
