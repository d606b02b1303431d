/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_threshold_nhw_32h16w: the loops split by hand into the order of the buffer, no / and
 * no %. */
#include <stdint.h>

void layout_threshold_nhw_32h16w(const int16_t A[restrict 4][3][8][32][16],
        const int16_t B[restrict 4][3][8][32][16], int16_t O[restrict 4][3][8][32][16])
{
	for (int n = 0; n < 4; n++)
		for (int h1 = 0; h1 < 3; h1++)
			for (int w1 = 0; w1 < 8; w1++)
				for (int h0 = 0; h0 < 32; h0++)
					for (int w0 = 0; w0 < 16; w0++) {
						int16_t a = A[n][h1][w1][h0][w0];
						O[n][h1][w1][h0][w0] = a > B[n][h1][w1][h0][w0] ? a
						                                                : 0;
					}
}
