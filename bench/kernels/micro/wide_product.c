/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wide_product: a 64-bit product used before an if and in both its arms. */
#include <stdint.h>

void wide_product(uint32_t *restrict O, const uint32_t *restrict A, const uint32_t *restrict B,
        int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		O[2 * i] = (uint32_t)((uint64_t)A[i] * B[i] >> 32);
		if (A[i] & 1)
			O[2 * i + 1] = (uint32_t)((uint64_t)A[i] * B[i]) + 1;
		else
			O[2 * i + 1] = (uint32_t)((uint64_t)A[i] * B[i] >> 7);
	}
}
