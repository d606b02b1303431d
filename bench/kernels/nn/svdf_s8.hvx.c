/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* svdf_s8: outputs are lanes, the weights transposed by words in registers, inputs scalars; the state a
 * vector of 8 outputs, rotated by a byte. */
/* Bound: 128 packets: 64 and 32 of multiplications, 32 of scaling. */
#include "../hvx.h"

static const int32_t quarter[32] __attribute__((aligned(128))) = {0, 0, 0, -1 << 24, 0, 0, 0,
        -1 << 24, 0, 0, 0, -1 << 24, 0, 0, 0, -1 << 24, 0, 0, 0, -1 << 24, 0, 0, 0, -1 << 24, 0, 0,
        0, -1 << 24, 0, 0, 0, -1 << 24};

void svdf_s8(const int8_t *restrict A, const int8_t *restrict Wt, const int8_t *restrict Vt,
        const int32_t *restrict bias, int8_t *restrict state, int8_t *restrict O)
{
	V flip = SPLAT((int)0x80808080), ones = SPLAT(0x01010101), zv, r[2][4], none = Q6_V_vzero();
	const int32_t *z = (const int32_t *)&zv, *a = (const int32_t *)A;
	const V *av = (const V *)A;
	V s = pairs(Q6_Vw_vrmpy_VubVb(ones, av[0]), Q6_Vw_vrmpy_VubVb(ones, av[1]));
	s = pairs(s, s);
	s = pairs(s, s);
	s = pairs(s, s);
	zv = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(s, 7), SPLAT(128 * 640)); /* 4 */
	Q newest = Q6_Q_vand_VR(*(const V *)quarter, -1);
	V f1 = SPLAT(1202590843), f2 = SPLAT(1932735283), five = Q6_Vh_vsplat_R(-5);
	const V *w = (const V *)Wt, *v = (const V *)Vt, *b = (const V *)bias;
	V *st = (V *)state;
#pragma unroll
	for (int half = 0; half < 2; half++, w += 16, v += 4, st += 4) {
		V t[16];
#pragma unroll
		for (int i = 0; i < 16; i++)
			t[i] = Q6_V_vxor_VV(w[i], flip);
		deal_words(t, 4);
		/* t[k]: word k of 32 rows */
		V zp = none, acc[4];
#pragma unroll
		for (int k = 0; k < 16; k++)
			RU(zp, t[k], 0x0a0a0a0a);
#pragma unroll
		for (int n = 0; n < 4; n++) {
			acc[n] = Q6_Vw_vsub_VwVw(zp, SPLAT(z[n]));
#pragma unroll
			for (int k = 0; k < 16; k++)
				RU(acc[n], t[k], a[n * 16 + k]);
			acc[n] = mul31(acc[n], f1);
		}
		V y = bytes_of_words(acc[0], acc[1], acc[2], acc[3], 9, none);
		W p = Q6_W_vshuff_VVR(y, y, -4);
		W p0 = Q6_W_vshuff_VVR(LO(p), LO(p), -4), p1 = Q6_W_vshuff_VVR(HI(p), HI(p), -4);
		V e[4] = {LO(p0), HI(p0), LO(p1), HI(p1)}, d[4][4];
#pragma unroll
		for (int g = 0; g < 4; g++)
#pragma unroll
			for (int n = 0; n < 4; n++) {
				V m = Q6_V_vmux_QVV(newest,
				        n == 3 ? e[g] : Q6_V_vror_VR(e[g], 128 - (3 - n)),
				        Q6_V_vror_VR(st[n * 8 + g], 1));
				st[n * 8 + g] = m;
				d[n][g] = Q6_Vw_vrmpy_VbVb(v[g], m);
			}
#pragma unroll
		for (int n = 0; n < 4; n++)
			r[half][n] = mul31(Q6_Vw_vadd_VwVw(b[half],
			                           pairs(pairs(d[n][0], d[n][1]),
			                                   pairs(d[n][2], d[n][3]))),
			        f2);
	}
#pragma unroll
	for (int n = 0; n < 2; n++)
		((V *)O)[n] = Q6_Vb_vdeal_Vb(Q6_Vb_vdeal_Vb(bytes_of_words(r[0][2 * n], r[1][2 * n],
		        r[0][2 * n + 1], r[1][2 * n + 1], 8, five)));
}
