/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gaussian5x5: 5x5 pixels weighted 1 4 6 4 1 both ways, columns first. */
#include <stdint.h>

static inline int16_t column(const uint8_t *p)
{
	return (int16_t)(p[-1024] + 4 * p[-512] + 6 * p[0] + 4 * p[512] + p[1024]);
}

void gaussian5x5(const uint8_t *restrict A, uint8_t *restrict B)
{
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 256; x++) {
			const uint8_t *p = A + (y + 2) * 512 + x + 128;
			int16_t sum = (int16_t)(column(p - 2) + 4 * column(p - 1) + 6 * column(p) +
			                        4 * column(p + 1) + column(p + 2));
			B[y * 256 + x] = (uint8_t)(sum >> 8);
		}
}
