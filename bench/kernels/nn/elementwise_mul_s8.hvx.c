/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* elementwise_mul_s8: the product is a signed halfword, so one multiplication of a word by a halfword
 * scales it; the shift by 22 is 15 on the way to halfwords and 7 on the way to bytes. */
/* Bound: 384 packets: 12 multiplications a vector, by this way of doing it. */
#include "../hvx.h"

void elementwise_mul_s8(const int8_t *restrict A, const int8_t *restrict B, int8_t *restrict O)
{
	V flip = SPLAT((int)0x80808080), factor = SPLAT(1825361101), b = *(const V *)B,
	  off = Q6_Vh_vsplat_R(-128);
	/* (a + 3) * (b - 8) = u * b - 8 * u - 125 * (b - 8), where u = a + 128 */
	W base = Q6_Wh_vmpy_VubVb(SPLAT(125 * 0x01010101), b);
	V bl = Q6_Vh_vsub_VhVh(Q6_Vh_vsplat_R(1000), LO(base)),
	  bu = Q6_Vh_vsub_VhVh(Q6_Vh_vsplat_R(1000), HI(base));
	W w = Q6_W_vcombine_VV(SPLAT((int)0xf8f8f8f8), b);
	const V *a = (const V *)A;
	V *o = (V *)O;
#define SCALED(p)                                                                                  \
	({                                                                                         \
		V e_ = Q6_Vw_vmpyo_VwVh_s1_sat(factor, Q6_Vw_vasl_VwR(p, 16)),                     \
		  o_ = Q6_Vw_vmpyo_VwVh_s1_sat(factor, p);                                         \
		Q6_Vh_vadd_VhVh_sat(Q6_Vh_vasr_VwVwR_sat(o_, e_, 15), off);                        \
	})
#pragma clang loop unroll_count(4)
	for (int i = 0; i < 64; i++) {
		V u = Q6_V_vxor_VV(a[i], flip);
		W p = Q6_Wh_vmpa_WubWb(Q6_W_vcombine_VV(u, u), w);
		V l = Q6_Vh_vadd_VhVh(LO(p), bl), h = Q6_Vh_vadd_VhVh(HI(p), bu);
		o[i] = Q6_Vb_vasr_VhVhR_rnd_sat(SCALED(h), SCALED(l), 7);
	}
}
