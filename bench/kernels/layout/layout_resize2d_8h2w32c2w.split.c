/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_resize2d_8h2w32c2w: the loops split by hand into the order of the buffer; what is
 * left of / and % is outside the inner loops. */
#include <stdint.h>

/* Half of a line of the input becomes two lines of the result. */
static void lines(const int16_t A[restrict 32][2], int16_t O[restrict 2][2][32][2])
{
	for (int h0 = 0; h0 < 2; h0++)
		for (int w1 = 0; w1 < 2; w1++)
			for (int c0 = 0; c0 < 32; c0++)
				for (int w0 = 0; w0 < 2; w0++)
					O[h0][w1][c0][w0] = A[c0][w1];
}

void layout_resize2d_8h2w32c2w(const int16_t A[restrict 2][4][2][8][2][32][2],
        int16_t O[restrict 4][7][2][8][2][32][2])
{
	for (int h1 = 0; h1 < 4; h1++)
		for (int w2 = 0; w2 < 7; w2++)
			for (int c1 = 0; c1 < 2; c1++)
				for (int h0 = 0; h0 < 4; h0++)
					lines(A[h1 >> 1][w2 >> 1][c1][(h1 & 1) * 4 + h0][w2 & 1],
					        O[h1][w2][c1] + 2 * h0);
}
