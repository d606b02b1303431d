/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* transpose_conv_s8: a transposed convolution of 3 x 3, stride 2, 6 x 6 x 8 to 13 x 13 x 8,
 * int8: products added where they belong, then scaled. */
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

void transpose_conv_s8(const int8_t *restrict A, const int8_t *restrict W,
        const int32_t *restrict bias, int8_t *restrict O)
{
	int32_t sums[13][13][8];

	for (int y = 0; y < 13; y++)
		for (int x = 0; x < 13; x++)
			for (int m = 0; m < 8; m++)
				sums[y][x][m] = bias[m];
	for (int y = 0; y < 6; y++)
		for (int x = 0; x < 6; x++)
			for (int c = 0; c < 8; c++)
				for (int ry = 0; ry < 3; ry++)
					for (int rx = 0; rx < 3; rx++)
						for (int m = 0; m < 8; m++)
							sums[y * 2 + ry][x * 2 + rx][m] +=
							        (A[(y * 6 + x) * 8 + c] + 1) *
							        W[((m * 3 + ry) * 3 + rx) * 8 + c];
	for (int y = 0; y < 13; y++)
		for (int x = 0; x < 13; x++)
			for (int m = 0; m < 8; m++)
				O[(y * 13 + x) * 8 + m] = clamp(scale(sums[y][x][m], 1170378588,
				        7));
}
