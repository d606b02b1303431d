/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* layout_bias_relu_n11c_1024c: the loops split by hand into the order of the buffer, no / and
 * no %. */
#include <stdint.h>

void layout_bias_relu_n11c_1024c(const int16_t A[restrict 8][6][1024],
        const int16_t B[restrict 6144], int16_t O[restrict 8][6][1024])
{
	for (int n = 0; n < 8; n++)
		for (int c1 = 0; c1 < 6; c1++)
			for (int c0 = 0; c0 < 1024; c0++) {
				int16_t x = (int16_t)(A[n][c1][c0] + B[1024 * c1 + c0]);
				O[n][c1][c0] = x > 0 ? x : 0;
			}
}
