/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_depthwise_conv_8h2w32c2w: the loops over the blocks' axes by hand, the nine addresses
 * of a window outside the loop over channels. */
#include <stdint.h>

typedef const int16_t (*channels)[2]; /* every second element */

/* The pixels of one window; those of a column and a row further may be in the next block. */
static void taps(const int16_t A[5][8][1][8][2][32][2], int h, int w, channels tap[3][3])
{
	for (int rh = 0; rh < 3; rh++)
		for (int rw = 0; rw < 3; rw++) {
			int y = h + rh, x = w + rw;
			tap[rh][rw] = (channels)&A[y >> 3][x >> 2][0][y & 7][x >> 1 & 1][0][x & 1];
		}
}

static void pixel(channels tap[3][3], const int16_t K[restrict 3][3][32], int16_t O[restrict 32][2])
{
	for (int c = 0; c < 32; c++) {
		int32_t sum = 0;
		for (int rh = 0; rh < 3; rh++)
			for (int rw = 0; rw < 3; rw++)
				sum += tap[rh][rw][c][0] * K[rh][rw][c];
		O[c][0] = (int16_t)((sum + 1024) >> 11);
	}
}

void layout_depthwise_conv_8h2w32c2w(const int16_t A[restrict 5][8][1][8][2][32][2],
        const int16_t K[restrict 3][3][32], int16_t O[restrict 4][7][1][8][2][32][2])
{
	for (int h1 = 0; h1 < 4; h1++)
		for (int w2 = 0; w2 < 7; w2++)
			for (int h0 = 0; h0 < 8; h0++)
				for (int w1 = 0; w1 < 2; w1++)
					for (int w0 = 0; w0 < 2; w0++) {
						channels tap[3][3];
						taps(A, 8 * h1 + h0, 4 * w2 + 2 * w1 + w0, tap);
						pixel(tap, K,
						        (int16_t (*)[2]) &
						                O[h1][w2][0][h0][w1][0][w0]);
					}
}
