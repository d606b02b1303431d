/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sobel: the sum of both gradients, each as a distance, at most 255. */
#include <stdint.h>

static inline uint16_t distance(uint16_t a, uint16_t b)
{
	return (uint16_t)(a > b ? a - b : b - a);
}

static inline uint16_t three(const uint8_t *p, int step)
{
	return (uint16_t)(p[-step] + 2 * p[0] + p[step]);
}

void sobel(const uint8_t *restrict A, uint8_t *restrict B)
{
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 256; x++) {
			const uint8_t *p = A + (y + 2) * 512 + x + 128;
			uint16_t sum = (uint16_t)(distance(three(p - 512, 1), three(p + 512, 1)) +
			                          distance(three(p - 1, 512), three(p + 1, 512)));
			B[y * 256 + x] = (uint8_t)(sum > 255 ? 255 : sum);
		}
}
