/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_max_pool_8h2w32c2w: the loops split by hand into the order of the buffer, no / and no
 * %. */
#include <stdint.h>

static int16_t largest(const int16_t a[restrict 2], const int16_t b[restrict 2])
{
	int16_t x = a[0] > a[1] ? a[0] : a[1];
	int16_t y = b[0] > b[1] ? b[0] : b[1];
	return x > y ? x : y;
}

/* One block of the input is a quarter of one of the result. */
static void quarter(const int16_t A[restrict 8][2][32][2], int16_t O[restrict 8][2][32][2], int w1)
{
	for (int h = 0; h < 4; h++)
		for (int c0 = 0; c0 < 32; c0++)
			for (int w0 = 0; w0 < 2; w0++)
				O[h][w1][c0][w0] = largest(A[2 * h][w0][c0], A[2 * h + 1][w0][c0]);
}

void layout_max_pool_8h2w32c2w(const int16_t A[restrict 4][8][2][8][2][32][2],
        int16_t O[restrict 2][4][2][8][2][32][2])
{
	for (int h1 = 0; h1 < 2; h1++)
		for (int w2 = 0; w2 < 4; w2++)
			for (int c1 = 0; c1 < 2; c1++)
				for (int h = 0; h < 2; h++)
					for (int w1 = 0; w1 < 2; w1++)
						quarter(A[2 * h1 + h][2 * w2 + w1][c1],
						        O[h1][w2][c1] + 4 * h, w1);
}
