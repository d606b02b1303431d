/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* median3x3: the median of 3x3 pixels, columns sorted first. */
#include <stdint.h>

static inline uint8_t max(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

static inline uint8_t min(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

static inline uint8_t middle(uint8_t a, uint8_t b, uint8_t c)
{
	return max(min(max(a, b), c), min(a, b));
}

void median3x3(const uint8_t *restrict A, uint8_t *restrict B)
{
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 256; x++) {
			const uint8_t *p = A + (y + 2) * 512 + x + 128;
			uint8_t high[3], low[3], mid[3];
			for (int i = 0; i < 3; i++) {
				uint8_t a = p[i - 1 - 512], b = p[i - 1], c = p[i - 1 + 512];
				high[i] = max(max(a, b), c);
				low[i] = min(min(a, b), c);
				mid[i] = middle(a, b, c);
			}
			B[y * 256 + x] = middle(min(min(high[0], high[1]), high[2]),
			        max(max(low[0], low[1]), low[2]), middle(mid[0], mid[1], mid[2]));
		}
}
