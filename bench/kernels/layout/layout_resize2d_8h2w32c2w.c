/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_resize2d_8h2w32c2w: resize by 2, nearest, int16 in nhwc_8h2w32c2w, 16 x 14 x 64 (16 x
 * 16 in memory) to 32 x 28 x 64; as written over the logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 8][(w) / 4][(c) / 32][(h) % 8][(w) % 4 / 2][(c) % 32][(w) % 2]

void layout_resize2d_8h2w32c2w(const int16_t A[restrict 2][4][2][8][2][32][2],
        int16_t O[restrict 4][7][2][8][2][32][2])
{
	for (int h = 0; h < 32; h++)
		for (int w = 0; w < 28; w++)
			for (int c = 0; c < 64; c++)
				O AT(h, w, c) = A AT(h / 2, w / 2, c);
}
