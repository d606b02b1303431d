/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pure_call: a pure function called with one argument on both sides of a store. */
#include <stdint.h>

float erff(float) __attribute__((const));
void pure_call(float *restrict O, float *restrict Q, const float *restrict A, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		O[i] = erff(A[i]) + 1.0f;
		Q[i] = erff(A[i]) * 3.0f;
	}
}
