/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conv_3x3_s8: pixels are lanes (even x, odd x), 4 input channels a word, weights are scalars. */
/* Bound: 640 packets: 576 of multiplications, 64 of scaling. */
#include "../hvx.h"

static const int32_t column[32] __attribute__((aligned(128))) = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3,
        0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};

/* z[9 * m]: 119 * the sum of the 144 weights of channel m */
static inline void weight_sums(const int8_t *restrict Wt, V *restrict z)
{
	const V *w = (const V *)Wt;
	V ones = SPLAT(0x01010101), s[10], q[6], p;
#define WORDS(i) Q6_Vw_vrmpy_VubVb(ones, w[i])
#pragma unroll
	for (int i = 0; i < 9; i++) {
		W d = Q6_W_vdeal_VVR(WORDS(2 * i + 1), WORDS(2 * i), -4);
		s[i] = Q6_Vw_vadd_VwVw(LO(d), HI(d));
	}
	s[9] = Q6_V_vzero();
#pragma unroll
	for (int i = 0; i < 5; i++) {
		W d = Q6_W_vdeal_VVR(s[2 * i + 1], s[2 * i], -4);
		q[i] = Q6_Vw_vadd_VwVw(LO(d), HI(d));
	}
	q[5] = Q6_V_vzero();
	V two[6], four[6];
	two[5] = four[5] = Q6_V_vzero();
#pragma unroll
	for (int i = 4; i >= 0; i--) {
		two[i] = Q6_Vw_vadd_VwVw(q[i], Q6_V_valign_VVR(q[i + 1], q[i], 4));
		four[i] = Q6_Vw_vadd_VwVw(two[i], Q6_V_valign_VVR(two[i + 1], two[i], 8));
		p = Q6_Vw_vadd_VwVw(four[i], Q6_V_valign_VVR(four[i + 1], four[i], 16));
		p = Q6_Vw_vadd_VwVw(p, Q6_V_valign_VVR(q[i + 1], q[i], 32));
		z[i] = Q6_Vw_vmpyi_VwRb(p, 0x77777777);
	}
}

/* The pixels as words of four channels: t[ry][c / 4] has even pixels, odd ones, the odd one to the left, the even one to the
 * right. */
static inline void read_pixels(const int8_t *restrict A, V t[3][4][4])
{
	const V *a = (const V *)A;
	V flip = SPLAT((int)0x80808080), outside = SPLAT(0x77777777), v[8];
	Q first = Q6_Q_vcmp_eq_VwVw(*(const V *)column, Q6_V_vzero());
	Q last = Q6_Q_vcmp_eq_VwVw(*(const V *)column, SPLAT(3));
#pragma unroll
	for (int i = 0; i < 8; i++)
		v[i] = Q6_V_vxor_VV(a[i], flip);
	W d[4];
#pragma unroll
	for (int i = 0; i < 4; i++)
		d[i] = Q6_W_vdeal_VVR(v[2 * i + 1], v[2 * i], -4); /* c0 */
#pragma unroll
	for (int c0 = 0; c0 < 2; c0++) {
		W e[2];
#pragma unroll
		for (int i = 0; i < 2; i++)
			e[i] = c0 ? Q6_W_vdeal_VVR(HI(d[2 * i + 1]), HI(d[2 * i]), -4)
			          : Q6_W_vdeal_VVR(LO(d[2 * i + 1]), LO(d[2 * i]), -4);
#pragma unroll
		for (int c1 = 0; c1 < 2; c1++) {
			int c = c1 * 2 + c0;
			W f = c1 ? Q6_W_vdeal_VVR(HI(e[1]), HI(e[0]), -4)
			         : Q6_W_vdeal_VVR(LO(e[1]), LO(e[0]), -4);
			V p[4];
			p[0] = LO(f);
			p[1] = HI(f);
			p[2] = Q6_V_vmux_QVV(first, outside, Q6_V_vlalign_VVR(HI(f), outside, 4));
			p[3] = Q6_V_vmux_QVV(last, outside, Q6_V_valign_VVR(outside, LO(f), 4));
#pragma unroll
			for (int k = 0; k < 4; k++) {
				t[0][c][k] = Q6_V_vlalign_VVR(p[k], outside, 16);
				t[1][c][k] = p[k];
				t[2][c][k] = Q6_V_valign_VVR(outside, p[k], 16);
			}
		}
	}
}

/* Channels of pixels in turn: b has a register of two channels each. */
static inline void store_pixels(const V *b, int8_t *restrict O)
{
	W g[4];
	V *out = (V *)O;
#pragma unroll
	for (int i = 0; i < 4; i++)
		g[i] = Q6_W_vshuff_VVR(b[2 * i + 1], b[2 * i], -2);
#define ROWS(part, o)                                                                              \
	{                                                                                          \
		W x = Q6_W_vshuff_VVR(part(g[2]), part(g[0]), -4),                                 \
		  y = Q6_W_vshuff_VVR(part(g[3]), part(g[1]), -4);                                 \
		W k = Q6_W_vshuff_VVR(LO(y), LO(x), -4), l = Q6_W_vshuff_VVR(HI(y), HI(x), -4);    \
		out[o] = LO(k);                                                                    \
		out[o + 1] = HI(k);                                                                \
		out[o + 2] = LO(l);                                                                \
		out[o + 3] = HI(l);                                                                \
	}
	ROWS(LO, 0)
	ROWS(HI, 4)
}

void conv_3x3_s8(const int8_t *restrict A, const int8_t *restrict Wt, const int32_t *restrict bias,
        const int32_t *restrict M, const int32_t *restrict S, int8_t *restrict O)
{
	V t[3][4][4], zv[5];
	const int32_t *z = (const int32_t *)zv;
	read_pixels(A, t);
	weight_sums(Wt, zv);
	V eleven = Q6_Vh_vsplat_R(-11), b[8];
#pragma unroll
	for (int half = 0; half < 2; half++) {
		const int32_t *w = (const int32_t *)Wt + half * 8 * 36;
		V even[8], odd[8];
#pragma unroll
		for (int m = 0; m < 8; m++)
			even[m] = odd[m] = SPLAT(bias[half * 8 + m] - z[9 * (half * 8 + m)]);
#pragma clang loop unroll(disable)
		for (int ry = 0; ry < 3; ry++, w += 12)
#pragma unroll
			for (int c = 0; c < 4; c++) {
				V e = t[ry][c][0], o = t[ry][c][1], l = t[ry][c][2],
				  r = t[ry][c][3];
#pragma unroll
				for (int m = 0; m < 8; m++) {
					RU(even[m], l, w[m * 36 + c]);
					RU(odd[m], e, w[m * 36 + c]);
					RU(even[m], e, w[m * 36 + 4 + c]);
					RU(odd[m], o, w[m * 36 + 4 + c]);
					RU(even[m], o, w[m * 36 + 8 + c]);
					RU(odd[m], r, w[m * 36 + 8 + c]);
				}
			}
		V h[8];
#pragma unroll
		for (int m = 0; m < 8; m++) {
			V scale = SPLAT(M[half * 8 + m]);
			h[m] = Q6_Vh_vadd_VhVh_sat(Q6_Vh_vasr_VwVwR_rnd_sat(mul31(odd[m], scale),
			                                   mul31(even[m], scale), S[half * 8 + m]),
			        eleven);
		}
#pragma unroll
		for (int m = 0; m < 4; m++)
			b[half * 4 + m] = Q6_Vb_vasr_VhVhR_sat(h[2 * m + 1], h[2 * m], 0);
	}
	store_pixels(b, O);
}
