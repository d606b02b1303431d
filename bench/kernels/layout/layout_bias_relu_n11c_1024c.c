/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_bias_relu_n11c_1024c: a bias for each channel, then the larger of it and 0, int16 in
 * n11c_1024c, 8 x 6144; one loop over all elements; as written over the logical axes. */
#include <stdint.h>

#define AT(n, c) [n][(c) / 1024][(c) % 1024]

void layout_bias_relu_n11c_1024c(const int16_t A[restrict 8][6][1024],
        const int16_t B[restrict 6144], int16_t O[restrict 8][6][1024])
{
	for (int f = 0; f < 49152; f++) {
		int16_t x = (int16_t)(A AT(f / 6144, f % 6144) + B[f % 6144]);
		O AT(f / 6144, f % 6144) = x > 0 ? x : 0;
	}
}
