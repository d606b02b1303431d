/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* batch_matmul_s8: columns of the product are lanes (24 of 32), 4 of k a word, A is scalars. */
/* Bound: 216 packets: 144 of multiplications, 72 of scaling. */
#include "../hvx.h"
#include "close_gaps.h"

void batch_matmul_s8(const int8_t *restrict A, const int8_t *restrict B, int8_t *restrict O)
{
	V zv[2], block[12], flip = SPLAT((int)0x80808080), ones = SPLAT(0x01010101);
	const int32_t *z = (const int32_t *)zv;
	const V *a = (const V *)A, *b = (const V *)B;
	/* 141 * the sum of each row of A */
	V s[6], r[4];
#pragma unroll
	for (int i = 0; i < 6; i++) {
		W d = Q6_W_vdeal_VVR(Q6_Vw_vrmpy_VubVb(ones, a[2 * i + 1]),
		        Q6_Vw_vrmpy_VubVb(ones, a[2 * i]), -4);
		s[i] = Q6_Vw_vadd_VwVw(LO(d), HI(d));
	}
#pragma unroll
	for (int i = 0; i < 3; i++) {
		W d = Q6_W_vdeal_VVR(s[2 * i + 1], s[2 * i], -4);
		r[i] = Q6_Vw_vadd_VwVw(LO(d), HI(d));
	}
	r[3] = r[2];
#pragma unroll
	for (int i = 0; i < 2; i++) {
		W d = Q6_W_vdeal_VVR(r[2 * i + 1], r[2 * i], -4);
		V n = Q6_Vw_vadd_VwVw(LO(d), HI(d));
		zv[i] = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(n, 7),
		        Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(n, 3), Q6_Vw_vmpyi_VwRb(n, 0x05050505)));
	}
	V factor = SPLAT(1984274890), one = Q6_Vh_vsplat_R(1), *out = block;
	const int32_t *x = (const int32_t *)A;
#pragma clang loop unroll(disable)
	for (int n = 0; n < 2; n++, b += 6) {
		V v[6], w[8], base = SPLAT(-282 * 32);
#pragma unroll
		for (int i = 0; i < 6; i++)
			v[i] = Q6_V_vxor_VV(b[i], flip);
		W d[3];
#pragma unroll
		for (int i = 0; i < 3; i++)
			d[i] = Q6_W_vdeal_VVR(v[2 * i + 1], v[2 * i], -4);
#pragma unroll
		for (int k0 = 0; k0 < 2; k0++) {
			V p = k0 ? HI(d[0]) : LO(d[0]), q = k0 ? HI(d[1]) : LO(d[1]),
			  u = k0 ? HI(d[2]) : LO(d[2]);
			W e = Q6_W_vdeal_VVR(q, p, -4), f = Q6_W_vdeal_VVR(u, u, -4);
			W g = Q6_W_vdeal_VVR(LO(f), LO(e), -4),
			  h = Q6_W_vdeal_VVR(HI(f), HI(e), -4);
			w[k0] = LO(g);
			w[4 + k0] = HI(g);
			w[2 + k0] = LO(h);
			w[6 + k0] = HI(h);
		}
#pragma unroll
		for (int k = 0; k < 8; k++)
			RU(base, w[k], 0x02020202);
#pragma clang loop unroll(disable)
		for (int i = 0; i < 6; i++, x += 32, z += 4) {
			V c[4];
#pragma unroll
			for (int m = 0; m < 4; m++) {
				c[m] = Q6_Vw_vsub_VwVw(base, SPLAT(z[m]));
#pragma unroll
				for (int k = 0; k < 8; k++)
					RU(c[m], w[k], x[m * 8 + k]);
				c[m] = mul31(c[m], factor);
			}
			V l = Q6_Vh_vadd_VhVh_sat(Q6_Vh_vasr_VwVwR_rnd_sat(c[2], c[0], 8), one);
			V h = Q6_Vh_vadd_VhVh_sat(Q6_Vh_vasr_VwVwR_rnd_sat(c[3], c[1], 8), one);
			V y = Q6_Vb_vdeal_Vb(Q6_Vb_vdeal_Vb(Q6_Vb_vasr_VhVhR_sat(h, l, 0)));
			*out++ = Q6_V_vrdelta_VV(y, *(const V *)close_gaps);
		}
	}
	V *o = (V *)O;
#pragma unroll
	for (int i = 0; i < 3; i++) {
		const V *y = block + i * 4;
		o[3 * i] = Q6_V_valign_VVR(y[1], Q6_V_vror_VR(y[0], 96), 32);
		o[3 * i + 1] = Q6_V_valign_VVR(y[2], Q6_V_vror_VR(y[1], 96), 64);
		o[3 * i + 2] = Q6_V_valign_VVR(y[3], Q6_V_vror_VR(y[2], 96), 96);
	}
}
