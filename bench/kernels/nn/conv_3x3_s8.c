/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conv_3x3_s8: a convolution of 3 x 3, padded, 8 x 8 x 16 to 16 channels, int8, a scale for each
 * channel, of 64 bits written out. */
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

static int32_t dot(const int8_t *restrict a, const int8_t *restrict w)
{
	int32_t sum = 0;
	for (int c = 0; c < 16; c++)
		sum += (a[c] + 9) * w[c];
	return sum;
}

void conv_3x3_s8(const int8_t *restrict A, const int8_t *restrict W, const int32_t *restrict bias,
        const int32_t *restrict M, const int32_t *restrict S, int8_t *restrict O)
{
	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 8; x++)
			for (int m = 0; m < 16; m++) {
				int32_t acc = bias[m];
				for (int ry = 0; ry < 3; ry++)
					for (int rx = 0; rx < 3; rx++) {
						int v = y + ry - 1, u = x + rx - 1;
						if (v < 0 || v >= 8 || u < 0 || u >= 8)
							continue;
						acc += dot(&A[(v * 8 + u) * 16],
						        &W[((m * 3 + ry) * 3 + rx) * 16]);
					}
				O[(y * 8 + x) * 16 + m] = clamp(scale(acc, M[m], S[m]) - 11);
			}
}
