/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_avg_pool_8h2w32c2w: average pool of 3 x 3, stride 1, int16 in nhwc_8h2w32c2w, 34 x 30
 * x 32 (40 x 32 in memory) to 32 x 28 x 32; the ninth by a product; as written over the
 * logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 8][(w) / 4][(c) / 32][(h) % 8][(w) % 4 / 2][(c) % 32][(w) % 2]

void layout_avg_pool_8h2w32c2w(const int16_t A[restrict 5][8][1][8][2][32][2],
        int16_t O[restrict 4][7][1][8][2][32][2])
{
	for (int h = 0; h < 32; h++)
		for (int w = 0; w < 28; w++)
			for (int c = 0; c < 32; c++) {
				int32_t sum = 0;
				for (int rh = 0; rh < 3; rh++)
					for (int rw = 0; rw < 3; rw++)
						sum += A AT(h + rh, w + rw, c);
				O AT(h, w, c) = (int16_t)((sum * 3641 + 16384) >> 15);
			}
}
