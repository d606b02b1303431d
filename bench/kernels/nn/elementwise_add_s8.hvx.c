/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* elementwise_add_s8: (x << 20) * m >> 32 is one multiplication of a word by a halfword x << 3. */
/* Bound: 1152 packets: 36 multiplications a vector, by this way of doing it. */
#include "../hvx.h"

void elementwise_add_s8(const int8_t *restrict A, const int8_t *restrict B, int8_t *restrict O)
{
	V flip = SPLAT((int)0x80808080), m1 = SPLAT(1717986918), m2 = SPLAT(1288490189),
	  m3 = SPLAT(1395864371);
	V ka = SPLAT(123 * 0x01010101), kb = SPLAT((int)(135u * 0x01010101u)),
	  off = Q6_Vh_vsplat_R(32);
	const V *a = (const V *)A, *b = (const V *)B;
	V *o = (V *)O;
#define ODD(x, y)                                                                                  \
	mul31(Q6_Vw_vadd_VwVw(Q6_Vw_vmpyo_VwVh_s1_rnd_sat(m1, x),                                  \
	              Q6_Vw_vmpyo_VwVh_s1_rnd_sat(m2, y)),                                         \
	        m3)
#define EVEN(x, y) ODD(Q6_Vw_vasl_VwR(x, 16), Q6_Vw_vasl_VwR(y, 16))
#define SUM(x, y)  Q6_Vh_vadd_VhVh_sat(Q6_Vh_vasr_VwVwR_sat(ODD(x, y), EVEN(x, y), 15), off)
#pragma clang loop unroll_count(2)
	for (int i = 0; i < 64; i++) {
		/* (a + 5) * 8, (b - 7) * 4 */
		W x = Q6_Wh_vmpa_WubRb(Q6_W_vcombine_VV(ka, Q6_V_vxor_VV(a[i], flip)),
		        (int)0xf808f808);
		W y = Q6_Wh_vmpa_WubRb(Q6_W_vcombine_VV(kb, Q6_V_vxor_VV(b[i], flip)),
		        (int)0xfc04fc04);
		o[i] = Q6_Vb_vasr_VhVhR_rnd_sat(SUM(HI(x), HI(y)), SUM(LO(x), LO(y)), 3);
	}
}
