/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cond_div: a division by a runtime width in an arm of an inner loop: LLVM may not compute it
 * outside, it may trap. */
#include <stdint.h>

void cond_div(int32_t *restrict O, const int32_t *restrict A, int32_t n, int32_t m, int32_t w)
{
	for (int32_t i = 0; i < n; i++)
		for (int32_t j = 0; j < m; j++) {
			O[i * m + j] = 0;
			if (i < A[j])
				O[i * m + j] = A[i / w + j] + i / w;
		}
}
