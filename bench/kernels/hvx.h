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
