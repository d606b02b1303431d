/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fully_connected_s8: a fully connected layer of 4 rows, 256 in, 48 out, int8, one scale for
 * all. */
#include <stdint.h>

/* x * m * 2^-(31 + shift), rounded */
static int32_t scale(int32_t x, int32_t m, int shift)
{
	return (int32_t)(((int64_t)x * m + ((int64_t)1 << (30 + shift))) >> (31 + shift));
}

static int8_t clamp(int32_t x)
{
	x = x > -128 ? x : -128;
	return (int8_t)(x < 127 ? x : 127);
}

void fully_connected_s8(const int8_t *restrict A, const int8_t *restrict W,
        const int32_t *restrict bias, int8_t *restrict O)
{
	for (int n = 0; n < 4; n++)
		for (int m = 0; m < 48; m++) {
			int32_t acc = bias[m];
			for (int k = 0; k < 256; k++)
				acc += (A[n * 256 + k] + 12) * W[m * 256 + k];
			O[n * 48 + m] = clamp(scale(acc, 1431655765, 9) - 3);
		}
}
