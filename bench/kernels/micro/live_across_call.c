/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* live_across_call: four vectors used before and after a call that is not known to be pure. */
#include <stdint.h>

float erff(float);
void live_across_call(int32_t *restrict O, const int32_t *restrict A, float *restrict F, int32_t n,
        int32_t x)
{
	for (int32_t i = 0; i < n; i++) {
		for (int32_t l = 0; l < 32; l++)
			O[i * 64 + l] = A[l] + x + (A[32 + l] + x) + (A[64 + l] ^ x) +
			                (A[96 + l] ^ x);
		F[i] = erff(F[i]);
		for (int32_t l = 0; l < 32; l++)
			O[i * 64 + 32 + l] = (A[l] + x) ^ (A[32 + l] + x) ^ (A[64 + l] ^ x) ^
			                     (A[96 + l] ^ x);
	}
}
