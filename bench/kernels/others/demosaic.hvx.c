/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* demosaic of GRBG: all is computed in the order of memory, 128 lanes of bytes; what differs between even and odd columns is
 * chosen by a mask.  Means of two are vavg with rounding; means of four are needed in the even lanes of one row and the odd
 * ones of the other: sums of 16 bits, even and odd apart, and one vasr that interleaves the two rows' halves. */
/* Bound: 660 packets: operations. */
#include "../hvx.h"
void demosaic(const uint8_t *restrict A, uint8_t *restrict R, uint8_t *restrict G,
        uint8_t *restrict B)
{
	Q even = Q6_Q_vand_VR(Q6_V_vsplat_R(0x00ff00ff), 0x01010101);
	for (int x = 0; x < 2; x++) {
		const V *a = (const V *)A + 4 + x;
		V *r = (V *)R + x, *g = (V *)G + x, *b = (V *)B + x;
		V m = a[1], e = a[5];
		V ml = BEFORE(m, a[0], 1), mr = NEXT(a[2], m, 1), el = BEFORE(e, a[4], 1),
		  er = NEXT(a[6], e, 1);
		W hm = Q6_Wh_vadd_VubVub(ml, mr), he = Q6_Wh_vadd_VubVub(el, er);
		V ave = Q6_Vub_vavg_VubVub_rnd(el, er);
		a += 8;
		for (int y = 0; y < 32; y++, a += 8, r += 4, g += 4, b += 4) {
			V o = a[1], p = a[5];
			V ol = BEFORE(o, a[0], 1), or = NEXT(a[2], o, 1), pl = BEFORE(p, a[4], 1),
			  pr = NEXT(a[6], p, 1);
			W ho = Q6_Wh_vadd_VubVub(ol, or), hp = Q6_Wh_vadd_VubVub(pl, pr);
			W vmo = Q6_Wh_vadd_VubVub(m, o), vep = Q6_Wh_vadd_VubVub(e, p);
			V cross = Q6_Vub_vasr_VhVhR_rnd_sat(Q6_Vh_vadd_VhVh(HI(he), HI(vmo)),
			        Q6_Vh_vadd_VhVh(LO(ho), LO(vep)), 2);
			V diag = Q6_Vub_vasr_VhVhR_rnd_sat(Q6_Vh_vadd_VhVh(HI(hm), HI(ho)),
			        Q6_Vh_vadd_VhVh(LO(he), LO(hp)), 2);
			V avo = Q6_Vub_vavg_VubVub_rnd(ol, or);
			g[0] = Q6_V_vmux_QVV(even, e, cross);
			g[2] = Q6_V_vmux_QVV(even, cross, o);
			r[0] = Q6_V_vmux_QVV(even, ave, e);
			r[2] = Q6_V_vmux_QVV(even, diag, Q6_Vub_vavg_VubVub_rnd(e, p));
			b[0] = Q6_V_vmux_QVV(even, Q6_Vub_vavg_VubVub_rnd(m, o), diag);
			b[2] = Q6_V_vmux_QVV(even, o, avo);
			m = o;
			e = p;
			hm = ho;
			he = hp;
			ave = Q6_Vub_vavg_VubVub_rnd(pl, pr);
		}
	}
}
