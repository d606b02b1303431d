/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* divmod_runtime: a fused index split by a runtime width, quotient and remainder. */
#include <stdint.h>

void divmod_runtime(int32_t *restrict O, const int32_t *restrict A, int32_t n, int32_t w)
{
	for (int32_t i = 0; i < n; i++)
		O[i] = A[i / w] + i % w * 2;
}
