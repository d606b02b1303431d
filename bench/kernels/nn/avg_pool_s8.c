/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* avg_pool_s8: average pool of 3 x 3, stride 1, padded, 12 x 12 x 16, int8; what is outside does
 * not count, halves go away from zero. */
#include <stdint.h>

void avg_pool_s8(const int8_t *restrict A, int8_t *restrict O)
{
	for (int y = 0; y < 12; y++)
		for (int x = 0; x < 12; x++)
			for (int c = 0; c < 16; c++) {
				int32_t sum = 0, count = 0;
				for (int v = y - 1; v <= y + 1; v++)
					for (int u = x - 1; u <= x + 1; u++)
						if (v >= 0 && v < 12 && u >= 0 && u < 12) {
							sum += A[(v * 12 + u) * 16 + c];
							count++;
						}
				int32_t mean = (sum > 0 ? sum + count / 2 : sum - count / 2) /
				               count;
				mean = mean < 100 ? mean : 100;
				O[(y * 12 + x) * 16 + c] = (int8_t)(mean > -100 ? mean : -100);
			}
}
