/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mean of 3 x 3 in 8h2w32c2w: sums of columns of 32 bits, even and odd w apart, carried to the next pair of pixels; two lines of
 * the result share the middle of their columns.  Even E + T, odd T + O[+1], T = O + E[+1]. */
/* Bound: 1800 packets: operations. */
#include "../hvx.h"
static inline const V *at(const V *a, int h)
{
	return a + (h / 8 * 64 + h % 8) * 2;
}
static inline V out(W c, W n, V r)
{
	V t = Q6_Vw_vadd_VwVw(HI(c), LO(n));
	V e = Q6_Vw_vadd_VwVw(LO(c), t), f = Q6_Vw_vadd_VwVw(t, HI(n));
	e = Q6_Vw_vadd_VwVw(Q6_Vw_vmpyi_VwRh(e, 3641 * 0x10001), r);
	f = Q6_Vw_vadd_VwVw(Q6_Vw_vmpyi_VwRh(f, 3641 * 0x10001), r);
	return Q6_Vh_vasr_VwVwR(f, e, 15);
}
void layout_avg_pool_8h2w32c2w(const int16_t *restrict A, int16_t *restrict O)
{
	V r = Q6_V_vsplat_R(16384);
	for (int h = 0; h < 32; h += 2) {
		const V *a0 = at((const V *)A, h), *a2 = at((const V *)A, h + 2);
		V *o = (V *)O + h / 8 * 7 * 16 + h % 8 * 2;
		W m = Q6_Ww_vadd_VhVh(a0[2], a2[0]);
		W c0 = Q6_Ww_vaddacc_WwVhVh(m, a0[0], Q6_V_vzero()),
		  c1 = Q6_Ww_vaddacc_WwVhVh(m, a2[2], Q6_V_vzero());
#pragma unroll
		for (int k = 0; k < 14; k++) {
			int d = (k + 1) / 2 * 16 + (k + 1) % 2;
			m = Q6_Ww_vadd_VhVh(a0[d + 2], a2[d]);
			W n0 = Q6_Ww_vaddacc_WwVhVh(m, a0[d], Q6_V_vzero()),
			  n1 = Q6_Ww_vaddacc_WwVhVh(m, a2[d + 2], Q6_V_vzero());
			o[k / 2 * 16 + k % 2] = out(c0, n0, r);
			o[k / 2 * 16 + k % 2 + 2] = out(c1, n1, r);
			c0 = n0;
			c1 = n1;
		}
	}
}
