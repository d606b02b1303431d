/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* relu6_s8: the activation relu6 of 64 rows of 128, int8, scaled from one quantisation to
 * another. */
#include <stdint.h>

void relu6_s8(const int8_t *restrict A, int8_t *restrict O)
{
	for (int i = 0; i < 64 * 128; i++) {
		int32_t x = (int32_t)((((int64_t)A[i] + 17) * 2 * 1518500250 + 1073741824) >> 31) -
		            20;
		x = x < 108 ? x : 108;
		O[i] = (int8_t)(x > -20 ? x : -20);
	}
}
