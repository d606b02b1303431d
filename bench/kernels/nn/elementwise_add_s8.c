/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* elementwise_add_s8: the sum of two int8 tensors of 8192 elements, each with a scale of its
 * own: shifted left, scaled, added, scaled. */
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

void elementwise_add_s8(const int8_t *restrict A, const int8_t *restrict B, int8_t *restrict O)
{
	for (int i = 0; i < 8192; i++) {
		int32_t a = scale((A[i] + 5) << 20, 1717986918, 1);
		int32_t b = scale((B[i] - 7) << 20, 1288490189, 2);
		O[i] = clamp(scale(a + b, 1395864371, 18) + 4);
	}
}
