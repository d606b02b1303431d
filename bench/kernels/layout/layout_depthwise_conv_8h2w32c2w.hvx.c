/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* depthwise 3 x 3 in 8h2w32c2w: lanes (c, w % 2).  A product of halfwords has even and odd w apart.  Products by the middle column
 * are made once per line and used crosswise: odd w for the even result, even w of the next line for the odd one. */
/* Bound: 4130 packets: multiplications: 9 a vector. */
#include "../hvx.h"
static inline const V *at(const V *a, int h, int k)
{
	return a + ((h / 8 * 8 + k / 2) * 8 + h % 8) * 2 + k % 2;
}
void layout_depthwise_conv_8h2w32c2w(const int16_t *restrict A, const int16_t *restrict K,
        int16_t *restrict O)
{
	V kk[9]; /* each weight twice, for both w; two rows of 32 channels are a vector, the last begins in its middle */
	const V *kv = (const V *)K;
#pragma unroll
	for (int i = 0; i < 4; i++) {
		W w = Q6_W_vshuff_VVR(kv[i], kv[i], -2);
		kk[2 * i] = LO(w);
		kk[2 * i + 1] = HI(w);
	}
	V last = *(const HVX_UVector *)(K + 7 * 32);
	kk[8] = HI(Q6_W_vshuff_VVR(last, last, -2));
	V r = Q6_V_vsplat_R(1024);
	for (int h = 0; h < 32; h++) {
		const V *a0 = at((const V *)A, h, 0), *a1 = at((const V *)A, h + 1, 0),
		        *a2 = at((const V *)A, h + 2, 0);
		V *o = (V *)O + h / 8 * 7 * 16 + h % 8 * 2;
		V x0 = a0[0], x1 = a1[0], x2 = a2[0];
		W m = Q6_Ww_vmpyacc_WwVhVh(Q6_Ww_vmpyacc_WwVhVh(Q6_Ww_vmpy_VhVh(x0, kk[1]), x1,
		                                   kk[4]),
		        x2, kk[7]);
#pragma nounroll
		for (int k = 0; k < 7; k++, a0 += 16, a1 += 16, a2 += 16, o += 16) {
#pragma unroll
			for (int d = 0; d < 2; d++) {
				int e = d ? 16 : 1;
				W s = PAIR(r, Q6_Vw_vadd_VwVw(HI(m), r));
				s = Q6_Ww_vmpyacc_WwVhVh(s, x0, kk[0]);
				s = Q6_Ww_vmpyacc_WwVhVh(s, x1, kk[3]);
				s = Q6_Ww_vmpyacc_WwVhVh(s, x2, kk[6]);
				x0 = a0[e];
				x1 = a1[e];
				x2 = a2[e];
				m = Q6_Ww_vmpy_VhVh(x0, kk[1]);
				m = Q6_Ww_vmpyacc_WwVhVh(m, x1, kk[4]);
				m = Q6_Ww_vmpyacc_WwVhVh(m, x2, kk[7]);
				s = Q6_Ww_vmpyacc_WwVhVh(s, x0, kk[2]);
				s = Q6_Ww_vmpyacc_WwVhVh(s, x1, kk[5]);
				s = Q6_Ww_vmpyacc_WwVhVh(s, x2, kk[8]);
				o[d] = Q6_Vh_vasr_VwVwR(Q6_Vw_vadd_VwVw(HI(s), LO(m)), LO(s), 11);
			}
		}
	}
}
