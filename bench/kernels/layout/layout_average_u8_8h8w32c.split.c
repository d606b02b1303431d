/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_average_u8_8h8w32c: the loops split by hand into the order of the buffer, no / and no
 * %. */
#include <stdint.h>

#define AT [h1][w1][c1][h0][w0][c0]

void layout_average_u8_8h8w32c(const uint8_t A[restrict 4][3][2][8][8][32],
        const uint8_t B[restrict 4][3][2][8][8][32], uint8_t O[restrict 4][3][2][8][8][32])
{
	for (int h1 = 0; h1 < 4; h1++)
		for (int w1 = 0; w1 < 3; w1++)
			for (int c1 = 0; c1 < 2; c1++)
				for (int h0 = 0; h0 < 8; h0++)
					for (int w0 = 0; w0 < 8; w0++)
						for (int c0 = 0; c0 < 32; c0++)
							O AT = (uint8_t)((A AT + B AT + 1) >> 1);
}
