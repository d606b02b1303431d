/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* depthwise_conv_s8: channels are lanes, 3 rows (and nothing) a word, one vrmpy a column of taps. */
/* Bound: 1088 packets: 576 of multiplications, 512 of scaling. */
#include "../hvx.h"

/* the vectors of 4 pixels: words of (row above, row, row below, 0) for 32 channels */
static inline void columns(V a, V c, V e, V *p)
{
	W u = Q6_W_vshuff_VVR(c, a, -1), z = Q6_W_vshuff_VVR(Q6_V_vzero(), e, -1);
	W f = Q6_W_vshuff_VVR(LO(z), LO(u), -2), h = Q6_W_vshuff_VVR(HI(z), HI(u), -2);
	p[0] = LO(f);
	p[1] = HI(f);
	p[2] = LO(h);
	p[3] = HI(h);
}

void depthwise_conv_s8(const int8_t *restrict A, const int8_t *restrict Wt,
        const int32_t *restrict bias, const int32_t *restrict M, const int32_t *restrict S,
        int8_t *restrict O)
{
	V pad = SPLAT((int)0xfafafafa), six = SPLAT(0x06060606), one = SPLAT(1);
	const V *w = (const V *)Wt, *a = (const V *)A;
	V b = *(const V *)bias;
	/* W is rows of 96 bytes: the three of them, to words */
	V x[4];
	V q0 = w[0], q1 = Q6_V_valign_VVR(w[1], w[0], 96), q2 = Q6_V_valign_VVR(w[2], w[1], 64);
	columns(q0, q1, q2, x);
	V w0 = x[0], w1 = x[1], w2 = x[2];
	b = Q6_Vw_vrmpyacc_VwVbVb(b, w0, six);
	b = Q6_Vw_vrmpyacc_VwVbVb(b, w1, six);
	b = Q6_Vw_vrmpyacc_VwVbVb(b, w2, six);
	V m = *(const V *)M, s = *(const V *)S,
	  round = Q6_Vw_vasl_VwVw(one, Q6_Vw_vsub_VwVw(s, one)), off = Q6_Vh_vsplat_R(2);
	V *o = (V *)O;
#pragma clang loop unroll(disable)
	for (int y = 0; y < 16; y++, a += 4, o += 4) {
		V up[4], down[4];
#pragma unroll
		for (int g = 0; g < 4; g++) {
			up[g] = y ? a[g - 4] : pad;
			down[g] = y < 15 ? a[g + 4] : pad;
		}
		V l = pad, c[8];
		columns(up[0], a[0], down[0], c);
#pragma unroll
		for (int g = 0; g < 4; g++) {
			if (g < 3)
				columns(up[g + 1], a[g + 1], down[g + 1], c + 4);
			else
				c[4] = pad;
			V r[4];
#pragma unroll
			for (int k = 0; k < 4; k++)
				r[k] = Q6_Vw_vrmpyacc_VwVbVb(b, k ? c[k - 1] : l, w0);
#pragma unroll
			for (int k = 0; k < 4; k++)
				r[k] = Q6_Vw_vrmpyacc_VwVbVb(r[k], c[k], w1);
#pragma unroll
			for (int k = 0; k < 4; k++)
				r[k] = Q6_Vw_vrmpyacc_VwVbVb(r[k], c[k + 1], w2);
#pragma unroll
			for (int k = 0; k < 4; k++)
				r[k] = Q6_Vw_vasr_VwVw(Q6_Vw_vadd_VwVw(mul31(r[k], m), round), s);
			o[g] = Q6_Vb_vpack_VhVh_sat(Q6_Vh_vadd_VhVh_sat(Q6_Vh_vpack_VwVw_sat(r[3],
			                                                        r[2]),
			                                    off),
			        Q6_Vh_vadd_VhVh_sat(Q6_Vh_vpack_VwVw_sat(r[1], r[0]), off));
			l = c[3];
			c[0] = c[4];
			c[1] = c[5];
			c[2] = c[6];
			c[3] = c[7];
		}
	}
}
