/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dilate3x3: the largest of 3x3 pixels. */
#include <stdint.h>

static inline uint8_t max(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

static inline uint8_t column(const uint8_t *p)
{
	return max(max(p[-512], p[0]), p[512]);
}

void dilate3x3(const uint8_t *restrict A, uint8_t *restrict B)
{
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 256; x++) {
			const uint8_t *p = A + (y + 2) * 512 + x + 128;
			B[y * 256 + x] = max(max(column(p - 1), column(p)), column(p + 1));
		}
}
