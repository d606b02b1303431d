/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_depth_to_space_8h2w32c2w: the loops split by hand into the order of the buffer, no /
 * and no %. */
#include <stdint.h>

/* Two columns of the result are two groups of channels of the same pixels. */
static void line(const int16_t A[restrict 32][2], const int16_t B[restrict 32][2],
        int16_t O[restrict 2][32][2])
{
	for (int w1 = 0; w1 < 2; w1++)
		for (int c = 0; c < 32; c++) {
			O[w1][c][0] = A[c][w1];
			O[w1][c][1] = B[c][w1];
		}
}

void layout_depth_to_space_8h2w32c2w(const int16_t A[restrict 2][4][4][8][2][32][2],
        int16_t O[restrict 4][8][1][8][2][32][2])
{
	for (int h1 = 0; h1 < 2; h1++)
		for (int h2 = 0; h2 < 2; h2++)
			for (int w1 = 0; w1 < 4; w1++)
				for (int w2 = 0; w2 < 2; w2++)
					for (int h3 = 0; h3 < 4; h3++)
						for (int h4 = 0; h4 < 2; h4++)
							line(A[h1][w1][2 * h4][4 * h2 + h3][w2],
							        A[h1][w1][2 * h4 + 1][4 * h2 + h3]
							         [w2],
							        O[2 * h1 + h2][2 * w1 + w2][0]
							         [2 * h3 + h4]);
}
