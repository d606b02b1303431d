/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_threshold_nhw_32h16w: what exceeds a threshold of its own keeps its value, the rest
 * is 0, int16 in nhw_32h16w, 4 x 96 x 128; as written over the logical axes. */
#include <stdint.h>

#define AT(n, h, w) [n][(h) / 32][(w) / 16][(h) % 32][(w) % 16]

void layout_threshold_nhw_32h16w(const int16_t A[restrict 4][3][8][32][16],
        const int16_t B[restrict 4][3][8][32][16], int16_t O[restrict 4][3][8][32][16])
{
	for (int n = 0; n < 4; n++)
		for (int h = 0; h < 96; h++)
			for (int w = 0; w < 128; w++)
				O AT(n, h, w) = A AT(n, h, w) > B AT(n, h, w) ? A AT(n, h, w) : 0;
}
