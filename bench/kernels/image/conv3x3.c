/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conv3x3: 3x3 pixels times K, a sixteenth of it clamped to 0 to 255. */
#include <stdint.h>

void conv3x3(const uint8_t *restrict A, const int8_t *restrict K, uint8_t *restrict B)
{
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 256; x++) {
			const uint8_t *p = A + (y + 1) * 512 + x + 127;
			int16_t sum = 0;
			for (int i = 0; i < 3; i++)
				for (int j = 0; j < 3; j++)
					sum = (int16_t)(sum + p[i * 512 + j] * K[i * 3 + j]);
			sum >>= 4;
			B[y * 256 + x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
		}
}
