/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* divmod_const: a fused index split by a constant width, quotient and remainder. */
#include <stdint.h>

void divmod_const(int32_t *restrict O, const int32_t *restrict A, int32_t n)
{
	for (int32_t r = 0; r < 8; r++)
		for (int32_t i = 0; i < n; i++)
			O[i] += A[i / 28] + i % 28 * r;
}
