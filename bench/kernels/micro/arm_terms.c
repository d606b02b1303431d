/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arm_terms: a term in both arms of an if, and after it. */
#include <stdint.h>

void arm_terms(uint32_t *restrict O, uint32_t *restrict Q, const uint32_t *restrict A,
        const uint32_t *restrict B, int32_t n, uint32_t m)
{
	for (int32_t i = 0; i < n; i++) {
		if (B[i] & 1) {
			Q[i] = 3;
			O[2 * i] = (A[i] * B[i] + m) * A[i];
			if (A[i] & 2)
				Q[i] = (A[i] * B[i] + m) * A[i] - 1;
		} else {
			Q[i] = A[i];
			O[2 * i + 1] = (A[i] * B[i] + m) * A[i] + 5;
		}
		if (A[i] & 4)
			O[2 * i] += (A[i] * B[i] + m) * A[i];
	}
}
