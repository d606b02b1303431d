/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_clip_4h4w32c: the loops split by hand into the order of the buffer, no / and no %. */
#include <stdint.h>

#define AT [h1][w1][c1][h0][w0][c0]

void layout_clip_4h4w32c(const int32_t A[restrict 8][7][2][4][4][32], const int32_t B[restrict 64],
        int8_t O[restrict 8][7][2][4][4][32])
{
	for (int h1 = 0; h1 < 8; h1++)
		for (int w1 = 0; w1 < 7; w1++)
			for (int c1 = 0; c1 < 2; c1++)
				for (int h0 = 0; h0 < 4; h0++)
					for (int w0 = 0; w0 < 4; w0++)
						for (int c0 = 0; c0 < 32; c0++) {
							int32_t x = (A AT + B[32 * c1 + c0] +
							                    128) >>
							            8;
							x = x < 127 ? x : 127;
							O AT = (int8_t)(x > -128 ? x : -128);
						}
}
