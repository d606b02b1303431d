/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_max_pool_u8_8h8w32c: max pool of 2 x 2, stride 2, uint8 in nhwc_8h8w32c, 32 x 32 x 64
 * to 16 x 16 x 64; as written over the logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 8][(w) / 8][(c) / 32][(h) % 8][(w) % 8][(c) % 32]

void layout_max_pool_u8_8h8w32c(const uint8_t A[restrict 4][4][2][8][8][32],
        uint8_t O[restrict 2][2][2][8][8][32])
{
	for (int h = 0; h < 16; h++)
		for (int w = 0; w < 16; w++)
			for (int c = 0; c < 64; c++) {
				uint8_t a = A AT(h * 2, w * 2, c), b = A AT(h * 2, w * 2 + 1, c);
				uint8_t d = A AT(h * 2 + 1, w * 2, c),
				        e = A AT(h * 2 + 1, w * 2 + 1, c);
				a = a > b ? a : b;
				d = d > e ? d : e;
				O AT(h, w, c) = a > d ? a : d;
			}
}
