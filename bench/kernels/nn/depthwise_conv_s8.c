/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* depthwise_conv_s8: a depthwise convolution of 3 x 3, padded, 16 x 16 x 32, int8, a scale for
 * each channel; what is outside is left out. */
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

void depthwise_conv_s8(const int8_t *restrict A, const int8_t *restrict W,
        const int32_t *restrict bias, const int32_t *restrict M, const int32_t *restrict S,
        int8_t *restrict O)
{
	for (int y = 0; y < 16; y++)
		for (int x = 0; x < 16; x++)
			for (int c = 0; c < 32; c++) {
				int32_t acc = bias[c];
				for (int ry = 0; ry < 3; ry++)
					for (int rx = 0; rx < 3; rx++) {
						int v = y + ry - 1, u = x + rx - 1;
						if (v >= 0 && v < 16 && u >= 0 && u < 16)
							acc += (A[(v * 16 + u) * 32 + c] + 6) *
							       W[(ry * 3 + rx) * 32 + c];
					}
				O[(y * 16 + x) * 32 + c] = clamp(scale(acc, M[c], S[c]) + 2);
			}
}
