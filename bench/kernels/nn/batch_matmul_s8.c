/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* batch_matmul_s8: 2 products of matrices, 24 x 32 by 32 x 24, the second stored by columns,
 * int8, sums first, then their scaling. */
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

void batch_matmul_s8(const int8_t *restrict A, const int8_t *restrict B, int8_t *restrict O)
{
	for (int b = 0; b < 2; b++)
		for (int i = 0; i < 24; i++)
			for (int j = 0; j < 24; j++) {
				int32_t acc = 0;
				for (int k = 0; k < 32; k++)
					acc += (A[(b * 24 + i) * 32 + k] + 2) *
					       (B[(b * 24 + j) * 32 + k] - 13);
				O[(b * 24 + i) * 24 + j] = clamp(scale(acc, 1984274890, 8) + 1);
			}
}
