/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_8h2w32c2w_to_nhwc: the loops split by hand into the order of the result, no / and no
 * %. */
#include <stdint.h>

void layout_8h2w32c2w_to_nhwc(const int16_t A[restrict 4][7][2][8][2][32][2],
        int16_t O[restrict 32][28][64])
{
	for (int h1 = 0; h1 < 4; h1++)
		for (int h0 = 0; h0 < 8; h0++)
			for (int w2 = 0; w2 < 7; w2++)
				for (int w1 = 0; w1 < 2; w1++)
					for (int w0 = 0; w0 < 2; w0++)
						for (int c1 = 0; c1 < 2; c1++)
							for (int c0 = 0; c0 < 32; c0++)
								O[8 * h1 + h0][4 * w2 + 2 * w1 + w0]
								 [32 * c1 + c0] = A[h1][w2][c1][h0]
								                   [w1][c0][w0];
}
