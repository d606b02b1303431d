/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* noalias_rows: alias_rows in a function whose buffers are distinct. */
#include <stdint.h>

void noalias_rows(int32_t *restrict O, int32_t *restrict Q, const int32_t *restrict A,
        const int32_t *restrict B, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		for (int32_t j = 0; j < n; j++) {
			O[i * n + j] = A[i] * B[j] + 1;
			Q[i * n + j] = A[i] * B[j] - A[i];
		}
}
