/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

void conv5i16(const uint8_t *restrict A, const int8_t *restrict K, int16_t *restrict B)
{
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 256; x++) {
			int16_t s = 0;
			for (int i = 0; i < 5; i++)
				for (int j = 0; j < 5; j++)
					s = (int16_t)(s + A[(y + i) * 512 + x + j + 126] *
					                          K[i * 5 + j]);
			B[y * 256 + x] = s;
		}
}
