/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* max_pool_s8: whole rows as vectors of 4 pixels; rows first, then columns: pixels dealt to even and odd,
 * the result is the largest of odd before, even, odd.  The third row is the next result's first. */
/* Bound: 144 packets: loads. */
#include "../hvx.h"

void max_pool_s8(const int8_t *restrict A, int8_t *restrict O)
{
	V lowest = SPLAT((int)0x80808080), lo = SPLAT((int)0xcecececE), hi = SPLAT(0x6e6e6e6e),
	  above[6];
	const V *a = (const V *)A;
	V *o = (V *)O;
#pragma unroll
	for (int i = 0; i < 6; i++)
		above[i] = lowest;
#pragma clang loop unroll(disable)
	for (int y = 0; y < 12; y++, a += 12, o += 3) {
		V before = lowest;
#pragma unroll
		for (int i = 0; i < 3; i++) {
			V p0 = a[6 + 2 * i], p1 = a[7 + 2 * i];
			V m0 = Q6_Vb_vmax_VbVb(Q6_Vb_vmax_VbVb(above[2 * i], a[2 * i]), p0);
			V m1 = Q6_Vb_vmax_VbVb(Q6_Vb_vmax_VbVb(above[2 * i + 1], a[2 * i + 1]), p1);
			above[2 * i] = p0;
			above[2 * i + 1] = p1;
			W d = Q6_W_vdeal_VVR(m1, m0, -32);
			V m = Q6_Vb_vmax_VbVb(Q6_Vb_vmax_VbVb(LO(d), HI(d)),
			        Q6_V_valign_VVR(HI(d), before, 96));
			before = HI(d);
			o[i] = Q6_Vb_vmin_VbVb(Q6_Vb_vmax_VbVb(m, lo), hi);
		}
	}
}
