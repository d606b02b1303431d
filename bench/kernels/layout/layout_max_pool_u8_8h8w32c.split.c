/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_max_pool_u8_8h8w32c: the loops split by hand into the order of the buffer, no / and
 * no %. */
#include <stdint.h>

static uint8_t max(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

/* One block of the input is a quarter of one of the result. */
static void quarter(const uint8_t A[restrict 8][8][32], uint8_t O[restrict 8][8][32])
{
	for (int h = 0; h < 4; h++)
		for (int w = 0; w < 4; w++)
			for (int c = 0; c < 32; c++)
				O[h][w][c] = max(max(A[2 * h][2 * w][c], A[2 * h][2 * w + 1][c]),
				        max(A[2 * h + 1][2 * w][c], A[2 * h + 1][2 * w + 1][c]));
}

void layout_max_pool_u8_8h8w32c(const uint8_t A[restrict 4][4][2][8][8][32],
        uint8_t O[restrict 2][2][2][8][8][32])
{
	for (int h1 = 0; h1 < 2; h1++)
		for (int w1 = 0; w1 < 2; w1++)
			for (int c1 = 0; c1 < 2; c1++)
				for (int h = 0; h < 2; h++)
					for (int w = 0; w < 2; w++)
						quarter(A[2 * h1 + h][2 * w1 + w][c1],
						        (uint8_t (*)[8][32]) &
						                O[h1][w1][c1][4 * h][4 * w]);
}
