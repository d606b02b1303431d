/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* box_scalar: 3x3 box sum, nine loads a point, in row order. */
#include <stdint.h>

void box_scalar(int32_t *restrict O, const int32_t *restrict A, int32_t h, int32_t w)
{
	for (int32_t i = 1; i < h - 1; i++)
		for (int32_t j = 1; j < w - 1; j++)
			O[i * w + j] = A[(i - 1) * w + j - 1] + A[(i - 1) * w + j] +
			               A[(i - 1) * w + j + 1] + A[i * w + j - 1] + A[i * w + j] +
			               A[i * w + j + 1] + A[(i + 1) * w + j - 1] +
			               A[(i + 1) * w + j] + A[(i + 1) * w + j + 1];
}
