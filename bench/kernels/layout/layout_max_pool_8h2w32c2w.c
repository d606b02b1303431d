/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_max_pool_8h2w32c2w: max pool of 2 x 2, stride 2, int16 in nhwc_8h2w32c2w, 32 x 32 x
 * 64 to 16 x 16 x 64; as written over the logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 8][(w) / 4][(c) / 32][(h) % 8][(w) % 4 / 2][(c) % 32][(w) % 2]

void layout_max_pool_8h2w32c2w(const int16_t A[restrict 4][8][2][8][2][32][2],
        int16_t O[restrict 2][4][2][8][2][32][2])
{
	for (int h = 0; h < 16; h++)
		for (int w = 0; w < 16; w++)
			for (int c = 0; c < 64; c++) {
				int16_t best = -32768;
				for (int rh = 0; rh < 2; rh++)
					for (int rw = 0; rw < 2; rw++) {
						int16_t x = A AT(h * 2 + rh, w * 2 + rw, c);
						best = x > best ? x : best;
					}
				O AT(h, w, c) = best;
			}
}
