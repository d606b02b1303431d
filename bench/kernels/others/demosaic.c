/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

#define P(i, j)    a[(i) * 512 + (j)]
#define O(b, i, j) b[(y * 2 + (i)) * 256 + x * 2 + (j)]

void demosaic(const uint8_t *restrict A, uint8_t *restrict R, uint8_t *restrict G,
        uint8_t *restrict B)
{
	for (int y = 0; y < 32; y++)
		for (int x = 0; x < 128; x++) {
			const uint8_t *a = A + (y * 2 + 2) * 512 + x * 2 + 128;
			O(G, 0, 0) = P(0, 0);
			O(G, 1, 1) = P(1, 1);
			O(G, 0, 1) = (uint8_t)((P(-1, 1) + P(1, 1) + P(0, 0) + P(0, 2) + 2) >> 2);
			O(G, 1, 0) = (uint8_t)((P(0, 0) + P(2, 0) + P(1, -1) + P(1, 1) + 2) >> 2);
			O(R, 0, 1) = P(0, 1);
			O(R, 0, 0) = (uint8_t)((P(0, -1) + P(0, 1) + 1) >> 1);
			O(R, 1, 1) = (uint8_t)((P(0, 1) + P(2, 1) + 1) >> 1);
			O(R, 1, 0) = (uint8_t)((P(0, -1) + P(0, 1) + P(2, -1) + P(2, 1) + 2) >> 2);
			O(B, 1, 0) = P(1, 0);
			O(B, 0, 0) = (uint8_t)((P(-1, 0) + P(1, 0) + 1) >> 1);
			O(B, 1, 1) = (uint8_t)((P(1, 0) + P(1, 2) + 1) >> 1);
			O(B, 0, 1) = (uint8_t)((P(-1, 0) + P(-1, 2) + P(1, 0) + P(1, 2) + 2) >> 2);
		}
}
