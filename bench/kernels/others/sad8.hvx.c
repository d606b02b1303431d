/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sad8: |P - Q| summed over 8 x 8 blocks.  vabsdiff of bytes, vrmpy by 1 adds four neighbours to a word and accumulates
 * over the rows; the two words of a block are a deal of words and one addition. */
/* Bound: 256 packets: loads. */
#include "../hvx.h"
void sad8(const uint8_t *restrict P, const uint8_t *restrict Qp, int32_t *restrict O)
{
	const V *p = (const V *)P, *q = (const V *)Qp;
	V *o = (V *)O;
	for (int by = 0; by < 8; by++, p += 16, q += 16) {
		V s[2];
		for (int x = 0; x < 2; x++) {
			s[x] = Q6_V_vzero();
#pragma unroll
			for (int i = 0; i < 8; i++)
				s[x] = Q6_Vuw_vrmpyacc_VuwVubRub(s[x],
				        Q6_Vub_vabsdiff_VubVub(p[2 * i + x], q[2 * i + x]),
				        0x01010101);
		}
		W d = Q6_W_vdeal_VVR(s[1], s[0], -4);
		o[by] = Q6_Vw_vadd_VwVw(LO(d), HI(d));
	}
}
