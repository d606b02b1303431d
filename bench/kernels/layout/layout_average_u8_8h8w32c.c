/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_average_u8_8h8w32c: rounded mean of two uint8 tensors in nhwc_8h8w32c, 32 x 24 x 64;
 * as written over the logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 8][(w) / 8][(c) / 32][(h) % 8][(w) % 8][(c) % 32]

void layout_average_u8_8h8w32c(const uint8_t A[restrict 4][3][2][8][8][32],
        const uint8_t B[restrict 4][3][2][8][8][32], uint8_t O[restrict 4][3][2][8][8][32])
{
	for (int h = 0; h < 32; h++)
		for (int w = 0; w < 24; w++)
			for (int c = 0; c < 64; c++)
				O AT(h, w, c) = (uint8_t)((A AT(h, w, c) + B AT(h, w, c) + 1) >> 1);
}
