/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* int32 + bias, >> 8 with rounding, clipped to int8: min and max are the saturation of narrowing shifts.  vasr of two vectors
 * interleaves them; two deals of bytes put the four pixels apart again. */
/* Bound: 1792 packets: loads. */
#include "../hvx.h"
static inline V four(const V *a, V t)
{
	V x[4];
#pragma unroll
	for (int w = 0; w < 4; w++)
		x[w] = Q6_Vw_vadd_VwVw(a[w], t);
	V e = Q6_Vh_vasr_VwVwR_sat(x[2], x[0], 8), o = Q6_Vh_vasr_VwVwR_sat(x[3], x[1], 8);
	return Q6_Vb_vdeal_Vb(Q6_Vb_vdeal_Vb(Q6_Vb_vasr_VhVhR_sat(o, e, 0)));
}
void layout_clip_4h4w32c(const int32_t *restrict A, const int32_t *restrict B, int8_t *restrict O)
{
	const V *a = (const V *)A, *b = (const V *)B;
	V *o = (V *)O;
	V r = Q6_V_vsplat_R(128), b0 = Q6_Vw_vadd_VwVw(b[0], r), b1 = Q6_Vw_vadd_VwVw(b[1], r);
	for (int i = 0; i < 8 * 7; i++, a += 32, o += 8) {
#pragma unroll
		for (int h = 0; h < 4; h++)
			o[h] = four(a + 4 * h, b0);
#pragma unroll
		for (int h = 4; h < 8; h++)
			o[h] = four(a + 4 * h, b1);
	}
}
