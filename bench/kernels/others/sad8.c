/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

void sad8(const uint8_t *restrict P, const uint8_t *restrict Q, int32_t *restrict O)
{
	for (int by = 0; by < 8; by++)
		for (int bx = 0; bx < 32; bx++) {
			int s = 0;
			for (int i = 0; i < 8; i++)
				for (int j = 0; j < 8; j++) {
					int at = (by * 8 + i) * 256 + bx * 8 + j;
					int d = P[at] - Q[at];
					s += d < 0 ? -d : d;
				}
			O[by * 32 + bx] = s;
		}
}
