/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 8h2w32c2w to nhwc, 64 channels: a deal of halfwords. */
/* Bound: 896 packets: loads. */
#include "../hvx.h"
void layout_8h2w32c2w_to_nhwc(const int16_t *restrict A, int16_t *restrict O)
{
	V *o = (V *)O;
	for (int h = 0; h < 32; h++) {
		const V *a = (const V *)A + h / 8 * 7 * 2 * 16 + h % 8 * 2;
		for (int k = 0; k < 7; k++, o += 4, a += 32) {
			W s = Q6_W_vdeal_VVR(a[16], a[0], -2), t = Q6_W_vdeal_VVR(a[17], a[1], -2);
			o[0] = LO(s);
			o[1] = HI(s);
			o[2] = LO(t);
			o[3] = HI(t);
		}
	}
}
