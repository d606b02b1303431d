/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Short names for HVX of 128 bytes. */
#pragma once
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>
#include <stdint.h>
typedef HVX_Vector V;
typedef HVX_VectorPair W;
typedef HVX_VectorPred Q;
#define SPLAT(x)        Q6_V_vsplat_R(x)
/* acc += sums of four neighbouring unsigned bytes of v by the signed bytes of r. */
#define RU(acc, v, r)   (acc) = Q6_Vw_vrmpyacc_VwVubRb((acc), (v), (r))
#define LO(w)           Q6_V_lo_W(w)
#define HI(w)           Q6_V_hi_W(w)
#define PAIR(h, l)      Q6_W_vcombine_VV(h, l)
/* Lanes moved: element i of NEXT is element i + n bytes of (b, a); element i of BEFORE is i - n of it. */
#define NEXT(b, a, n)   Q6_V_valign_VVR(b, a, n)  /* a, then b */
#define BEFORE(a, p, n) Q6_V_vlalign_VVR(a, p, n) /* p, then a */

/* floor(x * m / 2^31): two multiplications, no pair of registers. */
static inline V mul31(V x, V m)
{
	return Q6_Vw_vmpyoacc_VwVwVh_s1_sat_shift(Q6_Vw_vmpye_VwVuh(x, m), x, m);
}

/* Sums of neighbouring words: those of a, then those of b. */
static inline V pairs(V a, V b)
{
	W d = Q6_W_vdeal_VVR(b, a, -4);
	return Q6_Vw_vadd_VwVw(LO(d), HI(d));
}

/* The words of 2^stages registers dealt out.  Each stage makes a bit of the register's number one of the word's number, and
 * the other way round. */
static inline void deal_words(V *t, int stages)
{
	int n = 1 << stages;
#pragma unroll
	for (int stage = 0; stage < stages; stage++) {
		V next[16];
#pragma unroll
		for (int i = 0; i < n / 2; i++) {
			W d = Q6_W_vdeal_VVR(t[2 * i + 1], t[2 * i], -4);
			next[i] = LO(d);
			next[n / 2 + i] = HI(d);
		}
#pragma unroll
		for (int i = 0; i < n; i++)
			t[i] = next[i];
	}
}

/* Words a, b, c, d of each lane shifted, offset and saturated to the bytes of one word. */
static inline V bytes_of_words(V a, V b, V c, V d, int shift, V off)
{
	return Q6_Vb_vasr_VhVhR_sat(Q6_Vh_vadd_VhVh_sat(Q6_Vh_vasr_VwVwR_rnd_sat(d, b, shift), off),
	        Q6_Vh_vadd_VhVh_sat(Q6_Vh_vasr_VwVwR_rnd_sat(c, a, shift), off), 0);
}
