/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* assoc_sums: four sums of three neighbours: pairs are shared up to order. */
#include <stdint.h>

void assoc_sums(int32_t *restrict O, const int32_t *restrict A, const int32_t *restrict B,
        const int32_t *restrict C, const int32_t *restrict D, const int32_t *restrict E,
        const int32_t *restrict F, int32_t n)
{
	for (int32_t r = 0; r < 4; r++)
		for (int32_t i = 0; i < n; i++) {
			O[4 * i] = A[i] + B[i] + C[i];
			O[4 * i + 1] = B[i] + C[i] + D[i];
			O[4 * i + 2] = C[i] + D[i] + E[i];
			O[4 * i + 3] = D[i] + E[i] + F[i];
		}
}
