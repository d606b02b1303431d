/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* softmax_s8: softmax of 32 rows of 64, int8: powers of two by a polynomial in Q31, computed in
 * both passes over a row, one division a row. */
#include <stdint.h>

static int32_t product(int32_t a, int32_t b)
{
	return (int32_t)(((int64_t)a * b) >> 31);
}

/* 2^(24 - d * 886 / 4096) */
static int32_t power(int32_t d)
{
	int32_t t = d * 886, f = (t & 4095) << 19, whole = t >> 12;
	int32_t p = 2147483647 - product(f, 1409791640) + product(product(f, f), 336049816);
	return p >> ((whole < 23 ? whole : 23) + 7);
}

void softmax_s8(const int8_t *restrict A, int8_t *restrict O)
{
	for (int i = 0; i < 32; i++) {
		const int8_t *a = A + i * 64;
		int32_t largest = -128, sum = 0;
		for (int j = 0; j < 64; j++)
			largest = a[j] > largest ? a[j] : largest;
		for (int j = 0; j < 64; j++)
			sum += power(largest - a[j]);
		int32_t scale = 1073741824 / (sum >> 16);
		for (int j = 0; j < 64; j++) {
			int64_t share = (int64_t)power(largest - a[j]) * scale;
			int32_t x = (int32_t)((share + 137438953472) >> 38) - 128;
			O[i * 64 + j] = (int8_t)(x < 127 ? x : 127);
		}
	}
}
