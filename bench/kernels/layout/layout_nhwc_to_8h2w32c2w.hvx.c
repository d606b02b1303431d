/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nhwc to 8h2w32c2w, 64 channels: two pixels of 64 channels are two vectors; a shuffle of halfwords. */
/* Bound: 896 packets: loads. */
#include "../hvx.h"
void layout_nhwc_to_8h2w32c2w(const int16_t *restrict A, int16_t *restrict O)
{
	const V *a = (const V *)A;
	for (int h = 0; h < 32; h++) {
		V *o = (V *)O + h / 8 * 7 * 2 * 16 + h % 8 * 2;
		for (int k = 0; k < 7; k++, a += 4, o += 32) {
			W s = Q6_W_vshuff_VVR(a[1], a[0], -2), t = Q6_W_vshuff_VVR(a[3], a[2], -2);
			o[0] = LO(s);
			o[16] = HI(s);
			o[1] = LO(t);
			o[17] = HI(t);
		}
	}
}
