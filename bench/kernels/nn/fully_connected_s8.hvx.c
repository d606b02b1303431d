/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fully_connected_s8: inputs k are lanes, both operands as they lie; sums of 32 lanes by a tree of deals
 * that leaves one output a lane.  A fifth row of constants 12 gives the term of the zero point. */
/* Bound: 204 packets: 192 of multiplications, 12 of scaling. */
#include "../hvx.h"

void fully_connected_s8(const int8_t *restrict A, const int8_t *restrict Wt,
        const int32_t *restrict bias, int8_t *restrict O)
{
	V s[5][12], a[10];
	const V *w = (const V *)Wt;
#pragma unroll
	for (int i = 0; i < 8; i++)
		a[i] = ((const V *)A)[i];
	a[8] = a[9] = SPLAT(0x0c0c0c0c);
	V *out = &s[0][0];
#pragma clang loop unroll(disable)
	for (int i = 0; i < 12; i++, w += 8, out++) {
		V d[5][4];
#pragma unroll
		for (int m = 0; m < 4; m++)
#pragma unroll
			for (int n = 0; n < 5; n++)
				d[n][m] = Q6_Vw_vrmpyacc_VwVbVb(Q6_Vw_vrmpy_VbVb(a[2 * n],
				                                        w[2 * m]),
				        a[2 * n + 1], w[2 * m + 1]);
#pragma unroll
		for (int n = 0; n < 5; n++)
			out[n * 12] = pairs(pairs(d[n][0], d[n][1]), pairs(d[n][2], d[n][3]));
	}
	V p[5], q[5];
#pragma unroll
	for (int n = 0; n < 5; n++) {
		V *t = s[n];
		p[n] = pairs(pairs(pairs(t[0], t[1]), pairs(t[2], t[3])),
		        pairs(pairs(t[4], t[5]), pairs(t[6], t[7])));
		q[n] = pairs(pairs(t[8], t[9]), pairs(t[10], t[11]));
	}
	const V *b = (const V *)bias;
	V factor = SPLAT(1431655765), three = Q6_Vh_vsplat_R(-3);
	V zp = Q6_Vw_vadd_VwVw(p[4], b[0]),
	  zq = Q6_Vw_vadd_VwVw(pairs(q[4], q[4]), Q6_V_lo_W(Q6_W_vshuff_VVR(b[1], b[1], -64)));
	V r[6];
#pragma unroll
	for (int n = 0; n < 4; n++)
		r[n] = mul31(Q6_Vw_vadd_VwVw(p[n], zp), factor);
	r[4] = mul31(Q6_Vw_vadd_VwVw(pairs(q[0], q[1]), zq), factor);
	r[5] = mul31(Q6_Vw_vadd_VwVw(pairs(q[2], q[3]), zq), factor);
	/* rows 0 and 1: 2 x 32 halfwords; then the rest of rows 0 1 2 3: 4 x 16 */
#define H(x, y) Q6_Vh_vadd_VhVh_sat(Q6_Vh_vasr_VwVwR_rnd_sat(y, x, 9), three)
	V h01 = H(r[0], r[1]), h23 = H(r[2], r[3]), h4 = H(r[4], r[5]);
	V y = Q6_Vb_vdeal_Vb(Q6_Vb_vdeal_Vb(Q6_Vb_vasr_VhVhR_sat(h23, h01, 0)));
	/* y: rows 0 2 1 3 of 32 bytes; x: rests of rows 0 1 2 3 of 16 bytes */
	V x = Q6_Vb_vpack_VhVh_sat(h4, Q6_Vh_vdeal_Vh(h4));
	V *o = (V *)O;
	V y0 = y, y1 = Q6_V_vror_VR(y, 64), y2 = Q6_V_vror_VR(y, 32), y3 = Q6_V_vror_VR(y, 96);
	Q q16 = Q6_Q_vsetq_R(16), q32 = Q6_Q_vsetq_R(32), q48 = Q6_Q_vsetq_R(48),
	  q64 = Q6_Q_vsetq_R(64), q80 = Q6_Q_vsetq_R(80), q96 = Q6_Q_vsetq_R(96);
	/* 0: y0[0..32) x0 y1 x1 y2 | x2 y3 x3 */
	V first = Q6_V_vmux_QVV(q32, y0,
	        Q6_V_vmux_QVV(q48, Q6_V_vror_VR(x, 128 - 32),
	                Q6_V_vmux_QVV(q80, Q6_V_vror_VR(y1, 128 - 48),
	                        Q6_V_vmux_QVV(q96, Q6_V_vror_VR(x, 128 - 64),
	                                Q6_V_vror_VR(y2, 128 - 96)))));
	V second = Q6_V_vmux_QVV(q16, Q6_V_vror_VR(x, 32),
	        Q6_V_vmux_QVV(q48, Q6_V_vror_VR(y3, 128 - 16), x));
	o[0] = first;
	Q6_vmem_QRIV(q64, o + 1, second);
}
