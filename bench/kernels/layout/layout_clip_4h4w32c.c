/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_clip_4h4w32c: int32 sums plus the bias of their channel, scaled down with rounding
 * and clipped to int8, nhwc_4h4w32c, 32 x 28 x 64; as written over the logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 4][(w) / 4][(c) / 32][(h) % 4][(w) % 4][(c) % 32]

void layout_clip_4h4w32c(const int32_t A[restrict 8][7][2][4][4][32], const int32_t B[restrict 64],
        int8_t O[restrict 8][7][2][4][4][32])
{
	for (int h = 0; h < 32; h++)
		for (int w = 0; w < 28; w++)
			for (int c = 0; c < 64; c++) {
				int32_t x = (A AT(h, w, c) + B[c] + 128) >> 8;
				x = x < 127 ? x : 127;
				O AT(h, w, c) = (int8_t)(x > -128 ? x : -128);
			}
}
