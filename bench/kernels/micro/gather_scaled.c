/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gather_scaled: one gathered index reads three tables. */
#include <stdint.h>

void gather_scaled(uint32_t *restrict O, const uint32_t *restrict A, const uint32_t *restrict B,
        const uint32_t *restrict C, const int32_t *restrict X, int32_t n)
{
	uint32_t s = 0;
	for (int32_t i = 0; i < n; i++) {
		s += A[X[i]] + B[X[i]] * C[X[i]];
		O[i] = s;
	}
}
