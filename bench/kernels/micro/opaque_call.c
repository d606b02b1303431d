/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* opaque_call: pure_call with a function that nobody calls pure. */
#include <stdint.h>

float erff(float);
void opaque_call(float *restrict O, float *restrict Q, const float *restrict A, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		O[i] = erff(A[i]) + 1.0f;
		Q[i] = erff(A[i]) * 3.0f;
	}
}
