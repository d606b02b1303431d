/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* max pool 2 x 2 in 8h8w32c: the even and the odd w of 32 channels: a deal of 32-byte pieces. */
/* Bound: 512 packets: loads. */
#include "../hvx.h"
void layout_max_pool_u8_8h8w32c(const uint8_t *restrict A, uint8_t *restrict O)
{
	/* A[4][4][2][8][2] vectors (h/8, w/8, c/32, h%8, w%8/4); O[2][2][2][8][2] */
	const V *a = (const V *)A;
	V *o = (V *)O;
	for (int hb = 0; hb < 4; hb++)
		for (int wb = 0; wb < 4; wb++)
			for (int c = 0; c < 2; c++, a += 16)
#pragma unroll
				for (int h = 0; h < 4; h++) {
					V m0 = Q6_Vub_vmax_VubVub(a[h * 4], a[h * 4 + 2]);
					V m1 = Q6_Vub_vmax_VubVub(a[h * 4 + 1], a[h * 4 + 3]);
					W d = Q6_W_vdeal_VVR(m1, m0, -32);
					o[((hb / 2 * 2 + wb / 2) * 2 + c) * 16 +
					        (hb % 2 * 4 + h) * 2 +
					        wb % 2] = Q6_Vub_vmax_VubVub(LO(d), HI(d));
				}
}
