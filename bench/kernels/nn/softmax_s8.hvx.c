/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* softmax_s8: rows are lanes: 32 rows by 16 words transposed in registers, so that largest, sum and
 * division need nothing across lanes. */
/* Bound: 416 packets: 13 multiplications a vector, by this way of doing it. */
#include "../hvx.h"

/* of T = d * 886 * 16: the lower half is the fraction, the upper the whole part */
static inline V power(V T, V c1, V c2, V low, V top, V seven, V most)
{
	V p1 = Q6_Vw_vmpye_VwVuh(c1, T);
	V square = Q6_Vuw_vlsr_VuwR(Q6_Vw_vmpyie_VwVuh(Q6_V_vand_VV(T, low), T), 1);
	V p = Q6_Vw_vadd_VwVw(Q6_Vw_vsub_VwVw(top, p1), mul31(square, c2));
	V shift = Q6_Vw_vmin_VwVw(Q6_Vw_vadd_VwVw(Q6_Vuw_vlsr_VuwR(T, 16), seven), most);
	return Q6_Vw_vasr_VwVw(p, shift);
}

void softmax_s8(const int8_t *restrict A, int8_t *restrict O)
{
	V t[16], y[16], powers[64];
	V c1 = SPLAT(1409791640), c2 = SPLAT(336049816), low = SPLAT(65535),
	  top = SPLAT(2147483647), seven = SPLAT(7), most = SPLAT(30);
#pragma unroll
	for (int i = 0; i < 16; i++)
		t[i] = ((const V *)A)[i];
	deal_words(t, 4);
	V m = t[0];
#pragma unroll
	for (int i = 1; i < 16; i++)
		m = Q6_Vb_vmax_VbVb(m, t[i]);
	m = Q6_Vb_vmax_VbVb(m, Q6_V_vdelta_VV(m, SPLAT(0x02020202)));
	m = Q6_Vb_vmax_VbVb(m, Q6_V_vdelta_VV(m, SPLAT(0x01010101)));
#pragma unroll
	for (int i = 0; i < 16; i++)
		y[i] = Q6_Vb_vsub_VbVb(m, t[i]);
	V sum = Q6_V_vzero(), *p = powers;
#pragma clang loop unroll(disable)
	for (int i = 0; i < 16; i++, p += 4) {
		W h = Q6_Wuh_vzxt_Vub(y[i]);
		W e = Q6_Wuw_vmpy_VuhRuh(LO(h), 14176 | 14176 << 16),
		  o = Q6_Wuw_vmpy_VuhRuh(HI(h), 14176 | 14176 << 16);
		p[0] = power(LO(e), c1, c2, low, top, seven, most);
		p[1] = power(LO(o), c1, c2, low, top, seven, most);
		p[2] = power(HI(e), c1, c2, low, top, seven, most);
		p[3] = power(HI(o), c1, c2, low, top, seven, most);
		sum = Q6_Vw_vadd_VwVw(sum,
		        Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(p[0], p[1]), Q6_Vw_vadd_VwVw(p[2], p[3])));
	}
	/* 2^30 / (sum >> 16), bit by bit */
	V d = Q6_Vw_vasr_VwR(sum, 16), rest = SPLAT(1), scale = Q6_V_vzero(), one = SPLAT(1);
	for (int i = 0; i < 30; i++) {
		V r = Q6_Vw_vadd_VwVw(rest, rest), less = Q6_Vw_vsub_VwVw(r, d);
		Q small = Q6_Q_vcmp_gt_VwVw(d, r);
		rest = Q6_V_vmux_QVV(small, r, less);
		scale = Q6_Vw_condacc_QnVwVw(small, Q6_Vw_vadd_VwVw(scale, scale), one);
	}
	V off = Q6_Vh_vsplat_R(-128);
	p = powers;
#pragma clang loop unroll(disable)
	for (int i = 0; i < 16; i++, p += 4)
		y[i] = bytes_of_words(mul31(p[0], scale), mul31(p[1], scale), mul31(p[2], scale),
		        mul31(p[3], scale), 7, off);
#pragma unroll
	for (int i = 0; i < 16; i++)
		t[i] = y[i];
#pragma unroll
	for (int stage = 0; stage < 4; stage++) {
		V n[16];
#pragma unroll
		for (int i = 0; i < 8; i++) {
			W s = Q6_W_vshuff_VVR(t[8 + i], t[i], -4);
			n[2 * i] = LO(s);
			n[2 * i + 1] = HI(s);
		}
#pragma unroll
		for (int i = 0; i < 16; i++)
			t[i] = n[i];
	}
#pragma unroll
	for (int i = 0; i < 16; i++)
		((V *)O)[i] = t[i];
}
