/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rare_arms: a term of eight instructions in two arms, each taken one time in sixteen. */
#include <stdint.h>

void rare_arms(uint32_t *restrict O, const uint32_t *restrict A, const uint32_t *restrict B,
        int32_t n, uint32_t m)
{
	for (int32_t i = 0; i < n; i++) {
		if ((B[i] & 15) == 0)
			O[i] = (A[i] * B[i] + m) * (A[i] - B[i]) + (A[i] ^ m) * B[i];
		if ((A[i] & 15) == 0)
			O[n + i] = (A[i] * B[i] + m) * (A[i] - B[i]) + (A[i] ^ m) * B[i];
	}
}
