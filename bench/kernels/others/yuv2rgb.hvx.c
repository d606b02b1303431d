/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* yuv2rgb with all arithmetic in 16 bits, exactly.  (298 Y' + 409 V' + 128) >> 8 is ((149 Y') + floor((409 V' + 128) / 2)) / 2,
 * floored, >> 6; floor(409 V' / 2) = 204 V' + (V' >> 1).  vavg of two int16 has the 17th bit; K moves range from one side to the
 * other.  Blue does not fit, so half of 149 Y' is floored first (516 U' + 128 is a multiple of 4) and the addition
 * saturates, as the result would anyway.  U and V of x / 2 are the same vector for the even and for the odd lanes of Y. */
/* Bound: 700 packets: operations. */
#include "../hvx.h"
enum { K = 4000 };
static inline V h(int x)
{
	return Q6_V_vsplat_R((uint32_t)(x & 0xffff) * 0x10001u);
}
void yuv2rgb(const uint8_t *restrict Y, const uint8_t *restrict U, const uint8_t *restrict Vp,
        uint8_t *restrict Rp, uint8_t *restrict G, uint8_t *restrict B)
{
	const V *y = (const V *)Y, *u = (const V *)U, *v = (const V *)Vp;
	V *r = (V *)Rp, *g = (V *)G, *b = (V *)B;
	V ky = h(-16 * 149 - K), kr = h(-204 * 128 - 64 + 64 + K), kg = h(154 * 128 + 64 + K),
	  kb = h(-129 * 128 + 32), k = h(K);
	W ky2 = PAIR(ky, ky), kr2 = PAIR(kr, kr), kg2 = PAIR(kg, kg), kb2 = PAIR(kb, kb);
	for (int i = 0; i < 32; i++, y += 4, r += 4, g += 4, b += 4) {
		W qr = Q6_Wuh_vmpyacc_WuhVubRub(kr2, v[i], 204 * 0x01010101u);
		qr = Q6_Wh_vmpyacc_WhVubRb(qr, Q6_Vub_vlsr_VubR(v[i], 1), 0x01010101);
		W qg = Q6_Wh_vmpaacc_WhWubRb(kg2, PAIR(v[i], u[i]), 0x98ce98ceu);
		W qb = Q6_Wuh_vmpyacc_WuhVubRub(kb2, u[i], 129 * 0x01010101u);
		qr = Q6_W_vshuff_VVR(HI(qr), LO(qr), -2);
		qg = Q6_W_vshuff_VVR(HI(qg), LO(qg), -2);
		qb = Q6_W_vshuff_VVR(HI(qb), LO(qb), -2);
#pragma unroll
		for (int j = 0; j < 4; j++) {
			W p = Q6_Wuh_vmpyacc_WuhVubRub(ky2, y[j], 149 * 0x01010101u);
			V cr = j & 1 ? HI(qr) : LO(qr), cg = j & 1 ? HI(qg) : LO(qg),
			  cb = j & 1 ? HI(qb) : LO(qb);
			r[j] = Q6_Vub_vasr_VhVhR_sat(Q6_Vh_vavg_VhVh(HI(p), cr),
			        Q6_Vh_vavg_VhVh(LO(p), cr), 6);
			g[j] = Q6_Vub_vasr_VhVhR_sat(Q6_Vh_vavg_VhVh(HI(p), cg),
			        Q6_Vh_vavg_VhVh(LO(p), cg), 6);
			b[j] = Q6_Vub_vasr_VhVhR_sat(Q6_Vh_vadd_VhVh_sat(Q6_Vh_vavg_VhVh(HI(p), k),
			                                     cb),
			        Q6_Vh_vadd_VhVh_sat(Q6_Vh_vavg_VhVh(LO(p), k), cb), 6);
		}
	}
}
