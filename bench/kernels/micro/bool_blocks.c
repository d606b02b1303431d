/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bool_blocks: one comparison is asked before, between and after two small loops. */
#include <stdint.h>

void bool_blocks(uint32_t *restrict O, const uint32_t *restrict A, const uint32_t *restrict B,
        int32_t n)
{
	uint32_t s = 0;
	for (int32_t i = 0; i < n; i++) {
		if (A[i] < B[i]) {
			O[i] = A[i] + s;
			s += 3;
		}
		s ^= B[i];
		for (int32_t k = 0; k < (int32_t)(B[i] & 3); k++)
			s += A[k] * O[k];
		if (A[i] < B[i]) {
			O[i + n] = B[i] - s;
			s -= 1;
		}
		s += A[i];
		for (int32_t k = 0; k < (int32_t)(A[i] & 3); k++)
			s ^= B[k] * O[k];
		if (A[i] < B[i])
			O[i + 2 * n] = s;
	}
}
