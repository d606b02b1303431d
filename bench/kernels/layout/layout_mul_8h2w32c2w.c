/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_mul_8h2w32c2w: rounded product (Q15) of two int16 tensors in nhwc_8h2w32c2w, 32 x 28
 * x 64, one loop over all elements; as written over the logical axes. */
#include <stdint.h>

#define AT(h, w, c) [(h) / 8][(w) / 4][(c) / 32][(h) % 8][(w) % 4 / 2][(c) % 32][(w) % 2]

void layout_mul_8h2w32c2w(const int16_t A[restrict 4][7][2][8][2][32][2],
        const int16_t B[restrict 4][7][2][8][2][32][2], int16_t O[restrict 4][7][2][8][2][32][2])
{
	for (int f = 0; f < 57344; f++)
		O AT(f / 1792, f % 1792 / 64,
		        f % 64) = (int16_t)((A AT(f / 1792, f % 1792 / 64, f % 64) *
		                                            B AT(f / 1792, f % 1792 / 64, f % 64) +
		                                    16384) >>
		                            15);
}
