/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conv_1x1_s8: output channels are lanes, 4 input channels a word, pixels are scalars; what the weights'
 * +128 adds is 128 times the sum of a pixel, one scalar a pixel. */
/* Bound: 600 packets: 400 of multiplications, 200 of scaling. */
#include "../hvx.h"

void conv_1x1_s8(const int8_t *restrict A, const int8_t *restrict Wt, const int32_t *restrict bias,
        const int32_t *restrict M, const int32_t *restrict S, int8_t *restrict O)
{
	V flip = SPLAT((int)0x80808080), ones = SPLAT(0x01010101), t[8], zv[4];
	const V *w = (const V *)Wt, *a = (const V *)A;
	/* lanes: 8 words of 4 rows to 32 rows of a word */
#pragma unroll
	for (int i = 0; i < 8; i++)
		t[i] = Q6_V_vxor_VV(w[i], flip);
	deal_words(t, 3);
	V base = Q6_Vw_vsub_VwVw(*(const V *)bias, SPLAT(128 * 4 * 32));
#pragma unroll
	for (int k = 0; k < 8; k++)
		RU(base, t[k], 0x04040404);
	/* 128 times the sums of 32 pixels at once (the last 28 of 128 are beyond) */
#pragma clang loop unroll(disable)
	for (int i = 0; i < 3; i++) {
		V s[8];
#pragma unroll
		for (int k = 0; k < 8; k++)
			s[k] = Q6_Vw_vrmpy_VubVb(ones, a[8 * i + k]);
		zv[i] = Q6_Vw_vasl_VwR(pairs(pairs(pairs(s[0], s[1]), pairs(s[2], s[3])),
		                               pairs(pairs(s[4], s[5]), pairs(s[6], s[7]))),
		        7);
	}
	V s = Q6_Vw_vrmpy_VubVb(ones, a[24]);
	s = pairs(s, s);
	s = pairs(s, s);
	zv[3] = Q6_Vw_vasl_VwR(pairs(s, s), 7);
	V m = *(const V *)M, shift = *(const V *)S, one = SPLAT(1);
	V round = Q6_Vw_vasl_VwVw(one, Q6_Vw_vsub_VwVw(shift, one)), off = Q6_Vh_vsplat_R(7);
	const int32_t *x = (const int32_t *)A, *z = (const int32_t *)zv;
	V *o = (V *)O;
#pragma clang loop unroll(disable)
	for (int p = 0; p < 25; p++, x += 32, z += 4) {
		V r[4];
#pragma unroll
		for (int q = 0; q < 4; q++) {
			r[q] = Q6_Vw_vsub_VwVw(base, SPLAT(z[q]));
#pragma unroll
			for (int k = 0; k < 8; k++)
				RU(r[q], t[k], x[q * 8 + k]);
			r[q] = Q6_Vw_vasr_VwVw(Q6_Vw_vadd_VwVw(mul31(r[q], m), round), shift);
		}
		*o++ = Q6_Vb_vpack_VhVh_sat(Q6_Vh_vadd_VhVh_sat(Q6_Vh_vpack_VwVw_sat(r[3], r[2]),
		                                    off),
		        Q6_Vh_vadd_VhVh_sat(Q6_Vh_vpack_VwVw_sat(r[1], r[0]), off));
	}
}
