/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conv_1x1_s8: a convolution of 1 x 1, 10 x 10 x 32 to 32 channels, int8, a scale for each
 * channel; sums of the whole layer first, then their scaling. */
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

void conv_1x1_s8(const int8_t *restrict A, const int8_t *restrict W, const int32_t *restrict bias,
        const int32_t *restrict M, const int32_t *restrict S, int8_t *restrict O)
{
	for (int i = 0; i < 100; i++)
		for (int m = 0; m < 32; m++) {
			int32_t acc = 0;
			for (int k = 0; k < 32; k++)
				acc += (A[i * 32 + k] + 4) * W[m * 32 + k];
			O[i * 32 + m] = clamp(scale(acc + bias[m], M[m], S[m]) + 7);
		}
}
