/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* transpose_conv_s8: gathered by rows of the result: lanes are 3 taps of x (and none) by 8 channels, one
 * input pixel a vector; the overlap of neighbours is added by halves of vectors. */
/* Bound: 166 packets: 81 of multiplications, 85 of scaling. */
#include "../hvx.h"

typedef V unaligned __attribute__((aligned(1)));

/* the sums of row Y: 13 pixels of 8, as 4 bytes of results a word */
#define SCALED(t)                                                                                  \
	Q6_Vb_vdeal_Vb(Q6_Vb_vdeal_Vb(Q6_Vb_vasr_VhVhR_sat(                                        \
	        Q6_Vh_vasr_VwVwR_rnd_sat(mul31(t[3], factor), mul31(t[1], factor), 7),             \
	        Q6_Vh_vasr_VwVwR_rnd_sat(mul31(t[2], factor), mul31(t[0], factor), 7), 0)))

static inline V row(V *acc, V b, V factor)
{
	V zero = Q6_V_vzero(), before = zero, t[4];
#pragma unroll
	for (int q = 0; q < 3; q++) {
		W p = Q6_W_vshuff_VVR(acc[2 * q + 1], acc[2 * q], -64);
		t[q] = Q6_Vw_vadd_VwVw(LO(p), Q6_V_valign_VVR(HI(p), before, 64));
		before = HI(p);
	}
	t[3] = Q6_Vw_vadd_VwVw(b, Q6_V_vror_VR(before, 64));
	return SCALED(t);
}

struct weights {
	V w00, w01, w10, w11, w20, w21; /* of rows of taps, by halves of the input's channels */
	V even, odd;                    /* what a sum of such a row begins with */
	V b, factor;
};

static inline struct weights read_weights(const int8_t *restrict Wt, const int32_t *restrict bias)
{
	V zero = Q6_V_vzero(), flip = SPLAT((int)0x80808080);
	struct weights x = {.factor = SPLAT(1170378588)};
	Q q32 = Q6_Q_vsetq_R(32), q96 = Q6_Q_vsetq_R(96), q64 = Q6_Q_vsetq_R(64);
	/* weights: lanes of a word of W by m */
	const V *w = (const V *)Wt;
	V l[8], k[5];
	l[0] = w[0];
	l[1] = Q6_V_valign_VVR(w[1], w[0], 72);
	l[2] = Q6_V_valign_VVR(w[2], w[1], 16);
	l[3] = Q6_V_valign_VVR(w[2], w[1], 88);
	l[4] = Q6_V_valign_VVR(w[3], w[2], 32);
	l[5] = Q6_V_valign_VVR(w[3], w[2], 104);
	l[6] = Q6_V_valign_VVR(w[4], w[3], 48);
	l[7] = Q6_V_valign_VVR(w[4], w[3], 120);
	W a0 = Q6_W_vshuff_VVR(l[4], l[0], -4), a1 = Q6_W_vshuff_VVR(l[5], l[1], -4);
	W a2 = Q6_W_vshuff_VVR(l[6], l[2], -4), a3 = Q6_W_vshuff_VVR(l[7], l[3], -4);
	W b0 = Q6_W_vshuff_VVR(LO(a2), LO(a0), -4), b1 = Q6_W_vshuff_VVR(LO(a3), LO(a1), -4);
	W b2 = Q6_W_vshuff_VVR(HI(a2), HI(a0), -4), b3 = Q6_W_vshuff_VVR(HI(a3), HI(a1), -4);
	W c0 = Q6_W_vshuff_VVR(LO(b1), LO(b0), -4), c1 = Q6_W_vshuff_VVR(HI(b1), HI(b0), -4),
	  c2 = Q6_W_vshuff_VVR(LO(b3), LO(b2), -4);
	k[0] = LO(c0);
	k[1] = HI(c0);
	k[2] = LO(c1);
	k[3] = HI(c1);
	k[4] = LO(c2);
	W r0 = Q6_W_vdeal_VVR(k[1], k[0], -32);
	W r1 = Q6_W_vdeal_VVR(Q6_V_valign_VVR(k[3], k[2], 64), Q6_V_valign_VVR(k[2], k[1], 64),
	        -32);
	W r2 = Q6_W_vdeal_VVR(k[4], k[3], -32);
#define TAPS(v) Q6_V_vmux_QVV(q96, Q6_V_vxor_VV(v, flip), flip)
	x.w00 = TAPS(LO(r0));
	x.w01 = TAPS(HI(r0));
	x.w10 = TAPS(LO(r1));
	x.w11 = TAPS(HI(r1));
	x.w20 = TAPS(LO(r2));
	x.w21 = TAPS(HI(r2));
	x.b = Q6_V_vmux_QVV(q32, *(const V *)bias, zero);                           /* 8 */
	V bb = Q6_V_vmux_QVV(q64, Q6_V_lo_W(Q6_W_vshuff_VVR(x.b, x.b, -32)), zero); /* twice */
	x.even = x.odd = bb;
	RU(x.even, x.w00, 0x01010101);
	RU(x.even, x.w01, 0x01010101);
	RU(x.even, x.w20, 0x01010101);
	RU(x.even, x.w21, 0x01010101);
	RU(x.odd, x.w10, 0x01010101);
	RU(x.odd, x.w11, 0x01010101);
	return x;
}

/* The row of the result that takes taps of two rows of the input, i0 and the one behind it; n: 128 * sums of their pixels. */
static inline V even_row(const struct weights *w, const int32_t *i0, const int32_t *n)
{
	V acc[6];
#pragma unroll
	for (int j = 0; j < 6; j++) {
		acc[j] = Q6_Vw_vsub_VwVw(w->even, SPLAT(n[j] + n[6 + j]));
		RU(acc[j], w->w20, i0[2 * j]);
		RU(acc[j], w->w21, i0[2 * j + 1]);
		RU(acc[j], w->w00, i0[12 + 2 * j]);
		RU(acc[j], w->w01, i0[13 + 2 * j]);
	}
	return row(acc, w->b, w->factor);
}

/* The row behind it, which takes taps of the second one alone. */
static inline V odd_row(const struct weights *w, const int32_t *i0, const int32_t *n)
{
	V acc[6];
#pragma unroll
	for (int j = 0; j < 6; j++) {
		acc[j] = Q6_Vw_vsub_VwVw(w->odd, SPLAT(n[6 + j]));
		RU(acc[j], w->w10, i0[12 + 2 * j]);
		RU(acc[j], w->w11, i0[13 + 2 * j]);
	}
	return row(acc, w->b, w->factor);
}

void transpose_conv_s8(const int8_t *restrict A, const int8_t *restrict Wt,
        const int32_t *restrict bias, int8_t *restrict O)
{
	V ones = SPLAT(0x01010101);
	struct weights w = read_weights(Wt, bias);
	Q q32 = Q6_Q_vsetq_R(32), q96 = Q6_Q_vsetq_R(96);
	/* input with a row of -1, which count as nothing, before and behind; 128 * (sum + 8) of each pixel */
	V x[4], s[2];
	const V *a = (const V *)A;
	x[0] = SPLAT(-1);
	x[1] = a[0];
	x[2] = a[1];
	x[3] = Q6_V_vmux_QVV(q32, a[2], x[0]);
	V eight = SPLAT(1024);
#define SUMS(u, v)                                                                                 \
	({                                                                                         \
		W d_ = Q6_W_vdeal_VVR(Q6_Vw_vrmpy_VubVb(ones, v), Q6_Vw_vrmpy_VubVb(ones, u), -4); \
		Q6_Vw_vadd_VwVw(eight, Q6_Vw_vasl_VwR(Q6_Vw_vadd_VwVw(LO(d_), HI(d_)), 7));        \
	})
	s[0] = SUMS(x[0], x[1]);
	s[1] = SUMS(x[2], x[3]);
	const int32_t *i0 = (const int32_t *)&x[0] + 20, *n = (const int32_t *)s + 10; /* row -1 */
	int8_t *o = O;
#pragma clang loop unroll(disable)
	for (int i = 0; i < 6; i++, i0 += 12, n += 6, o += 208) {
		*(unaligned *)o = even_row(&w, i0, n);
		*(unaligned *)(o + 104) = odd_row(&w, i0, n);
	}
	V end = Q6_V_vror_VR(even_row(&w, i0, n), 32);
	V *last = (V *)O + 9; /* byte 1248 is 96 in here */
	Q6_vmem_QnRIV(q96, last, end);
	Q6_vmem_QRIV(Q6_Q_vsetq_R(72), last + 1, end);
}
