/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* avg_pool_s8: the image as one row of bytes: sums along x in bytes, along y in halfwords, the count a
 * vector of reciprocals. */
/* Bound: 110 packets: 24 operations a vector, by this way of doing it. */
#include "../hvx.h"
#include "avg_pool_recip.h"

void avg_pool_s8(const int8_t *restrict A, int8_t *restrict O)
{
	const V *a = (const V *)A;
	V *o = (V *)O, flip = SPLAT((int)0x80808080), zero = Q6_V_vzero(),
	  none = Q6_Vh_vsplat_R(384);
	V all = Q6_Vh_vsplat_R(1152), most = SPLAT(0x64646464), least = SPLAT((int)0x9c9c9c9c);
	Q q16 = Q6_Q_vsetq_R(16), q112 = Q6_Q_vsetq_R(112);
	Q q64_80 = Q6_Q_and_QQn(Q6_Q_vsetq_R(80), Q6_Q_vsetq_R(64));
	Q q48_64 = Q6_Q_and_QQn(Q6_Q_vsetq_R(64), Q6_Q_vsetq_R(48));
	/* two vectors behind and two ahead of the one written */
	V lo[22], hi[22], xl[22], xh[22], u[20];
#define AT(i) ((i) + 2)
	lo[AT(-2)] = hi[AT(-2)] = lo[AT(-1)] = hi[AT(-1)] = xl[AT(-1)] = xh[AT(-1)] = none;
	lo[AT(18)] = hi[AT(18)] = lo[AT(19)] = hi[AT(19)] = none;
	u[0] = flip;
	u[1] = Q6_V_vxor_VV(a[0], flip);
#pragma unroll
	for (int i = 0; i < 20; i++) {
		if (i < 18) {
			u[i + 2] = i < 17 ? Q6_V_vxor_VV(a[i + 1], flip) : flip;
			V left = Q6_V_valign_VVR(u[i + 1], u[i], 112),
			  right = Q6_V_valign_VVR(u[i + 2], u[i + 1], 16);
			if (i % 3 == 0)
				left = Q6_V_vmux_QVV(q16, flip, left);
			if (i % 3 == 1) {
				left = Q6_V_vmux_QVV(q64_80, flip, left);
				right = Q6_V_vmux_QVV(q48_64, flip, right);
			}
			if (i % 3 == 2)
				right = Q6_V_vmux_QVV(q112, right, flip);
			W w = Q6_Wh_vaddacc_WhVubVub(Q6_Wh_vadd_VubVub(left, right), u[i + 1],
			        zero);
			lo[AT(i)] = LO(w);
			hi[AT(i)] = HI(w);
		}
		xl[AT(i)] = Q6_V_valign_VVR(lo[AT(i)], lo[AT(i - 1)], 64);
		xh[AT(i)] = Q6_V_valign_VVR(hi[AT(i)], hi[AT(i - 1)], 64);
		int k = i - 2; /* this one is written */
		if (k >= 0) {
			const V *r = (const V *)(k < 3 ? top : k < 15 ? inner : bottom) + k % 3;
			V l = Q6_Vh_vadd_VhVh(Q6_Vh_vadd_VhVh(lo[AT(k)], xl[AT(k - 1)]),
			        Q6_Vh_vsub_VhVh(xl[AT(k + 2)], all));
			V h = Q6_Vh_vadd_VhVh(Q6_Vh_vadd_VhVh(hi[AT(k)], xh[AT(k - 1)]),
			        Q6_Vh_vsub_VhVh(xh[AT(k + 2)], all));
			l = Q6_Vh_vmpy_VhVh_s1_rnd_sat(l, *r);
			h = Q6_Vh_vmpy_VhVh_s1_rnd_sat(h, *r);
			o[k] = Q6_Vb_vmax_VbVb(Q6_Vb_vmin_VbVb(Q6_Vb_vshuffe_VbVb(h, l), most),
			        least);
		}
	}
}
