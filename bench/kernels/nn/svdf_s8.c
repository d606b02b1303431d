/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* svdf_s8: one step of a layer of a memory (svdf), batch 4, 64 in, 64 out, rank 1, 16 steps
 * remembered, int8; its state moves on. */
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

void svdf_s8(const int8_t *restrict A, const int8_t *restrict W, const int8_t *restrict V,
        const int32_t *restrict bias, int8_t *restrict state, int8_t *restrict O)
{
	for (int b = 0; b < 4; b++)
		for (int f = 0; f < 64; f++) {
			int8_t *past = state + (b * 64 + f) * 16;
			for (int t = 0; t < 15; t++)
				past[t] = past[t + 1];
			int32_t acc = 0;
			for (int k = 0; k < 64; k++)
				acc += W[f * 64 + k] * (A[b * 64 + k] + 10);
			past[15] = clamp(scale(acc, 1202590843, 9));
		}
	for (int b = 0; b < 4; b++)
		for (int f = 0; f < 64; f++) {
			int32_t acc = bias[f];
			for (int t = 0; t < 16; t++)
				acc += V[f * 16 + t] * state[(b * 64 + f) * 16 + t];
			O[b * 64 + f] = clamp(scale(acc, 1932735283, 8) - 5);
		}
}
