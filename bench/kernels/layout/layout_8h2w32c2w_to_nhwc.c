/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_8h2w32c2w_to_nhwc: int16 from nhwc_8h2w32c2w to nhwc, 32 x 28 x 64; as written over
 * the logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 8][(w) / 4][(c) / 32][(h) % 8][(w) % 4 / 2][(c) % 32][(w) % 2]

void layout_8h2w32c2w_to_nhwc(const int16_t A[restrict 4][7][2][8][2][32][2],
        int16_t O[restrict 32][28][64])
{
	for (int h = 0; h < 32; h++)
		for (int w = 0; w < 28; w++)
			for (int c = 0; c < 64; c++)
				O[h][w][c] = A AT(h, w, c);
}
