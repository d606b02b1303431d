/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* max_pool_s8: max pool of 3 x 3, stride 2, padded, 24 x 24 x 32 to 12 x 12 x 32, int8, clamped.
 * */
#include <stdint.h>

void max_pool_s8(const int8_t *restrict A, int8_t *restrict O)
{
	for (int y = 0; y < 12; y++)
		for (int x = 0; x < 12; x++)
			for (int c = 0; c < 32; c++) {
				int8_t best = -50;
				for (int ry = 0; ry < 3; ry++)
					for (int rx = 0; rx < 3; rx++) {
						int v = y * 2 + ry - 1, u = x * 2 + rx - 1;
						if (v < 0 || u < 0)
							continue;
						int8_t a = A[(v * 24 + u) * 32 + c];
						best = a > best ? a : best;
					}
				O[(y * 12 + x) * 32 + c] = best < 110 ? best : 110;
			}
}
