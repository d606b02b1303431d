/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_depth_to_space_8h2w32c2w: depth to space by 2 x 2, int16 in nhwc_8h2w32c2w, 16 x 16 x
 * 128 to 32 x 32 x 32; as written over the logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 8][(w) / 4][(c) / 32][(h) % 8][(w) % 4 / 2][(c) % 32][(w) % 2]

void layout_depth_to_space_8h2w32c2w(const int16_t A[restrict 2][4][4][8][2][32][2],
        int16_t O[restrict 4][8][1][8][2][32][2])
{
	for (int h = 0; h < 32; h++)
		for (int w = 0; w < 32; w++)
			for (int c = 0; c < 32; c++)
				O AT(h, w, c) = A AT(h / 2, w / 2, h % 2 * 64 + w % 2 * 32 + c);
}
