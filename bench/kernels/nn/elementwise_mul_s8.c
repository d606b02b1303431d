/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* elementwise_mul_s8: the product of 64 rows of 128 with one row, int8, scaled down in 64 bits
 * written out. */
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

void elementwise_mul_s8(const int8_t *restrict A, const int8_t *restrict B, int8_t *restrict O)
{
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < 128; j++)
			O[i * 128 + j] = clamp(scale((A[i * 128 + j] + 3) * (B[j] - 8), 1825361101,
			                               6) -
			                       1);
}
