/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* depth_to_space in 8h2w32c2w: the last digit of the index (w % 2) is swapped with a digit of the block's number: vshuffoe of
 * halfwords on two vectors. */
/* Bound: 512 packets: loads. */
#include "../hvx.h"
void layout_depth_to_space_8h2w32c2w(const int16_t *restrict A, int16_t *restrict O)
{
	/* A[2][4][4][8][2]: vectors (h/8, w/4, q, h%8, w%4/2); O[4][8][8][2]. */
	const V *a = (const V *)A;
	V *o = (V *)O;
	for (int hb = 0; hb < 2; hb++)
		for (int wb = 0; wb < 4; wb++, a += 4 * 16)
#pragma unroll
			for (int r = 0; r < 2; r++)
#pragma unroll
				for (int h = 0; h < 8; h++) {
					int oh = h * 2 + r;
					V *d = o + ((hb * 2 + oh / 8) * 8 + wb * 2) * 16 +
					       oh % 8 * 2;
#pragma unroll
					for (int p = 0; p < 2; p++) {
						W s = Q6_Wh_vshuffoe_VhVh(a[(r * 2 + 1) * 16 +
						                                  h * 2 + p],
						        a[r * 2 * 16 + h * 2 + p]);
						d[p * 16] = LO(s);
						d[p * 16 + 1] = HI(s);
					}
				}
}
