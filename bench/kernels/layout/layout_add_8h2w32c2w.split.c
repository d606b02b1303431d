/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_add_8h2w32c2w: the loops split by hand into the order of the buffer, no / and no %. */
#include <stdint.h>

static void block(const int16_t A[restrict 8][2][32][2], const int16_t B[restrict 8][2][32][2],
        int16_t O[restrict 8][2][32][2])
{
	for (int h0 = 0; h0 < 8; h0++)
		for (int w1 = 0; w1 < 2; w1++)
			for (int c0 = 0; c0 < 32; c0++)
				for (int w0 = 0; w0 < 2; w0++)
					O[h0][w1][c0][w0] = (int16_t)(A[h0][w1][c0][w0] +
					                              B[h0][w1][c0][w0]);
}

void layout_add_8h2w32c2w(const int16_t A[restrict 4][7][2][8][2][32][2],
        const int16_t B[restrict 4][7][2][8][2][32][2], int16_t O[restrict 4][7][2][8][2][32][2])
{
	for (int h1 = 0; h1 < 4; h1++)
		for (int w2 = 0; w2 < 7; w2++)
			for (int c1 = 0; c1 < 2; c1++)
				block(A[h1][w2][c1], B[h1][w2][c1], O[h1][w2][c1]);
}
