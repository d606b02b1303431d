/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bound_check: the same bound check in three places of an inner body: the predicate of a loop
 * split by 16. */
#include <stdint.h>

void bound_check(uint32_t *restrict O, const uint32_t *restrict A, int32_t m, int32_t n)
{
	for (int32_t i = 0; i < m; i++)
		for (int32_t j = 0; j < 16; j++) {
			uint32_t s = 0;
			if (i * 16 + j < n) {
				s = A[i * 16 + j];
				O[i * 16 + j] = s;
			}
			s = s * 3 + 1;
			if (i * 16 + j < n) {
				s ^= A[i * 16 + j + n];
				O[i * 16 + j] += s;
			}
			s *= 5;
			if (i * 16 + j < n)
				O[i * 16 + j] ^= s;
		}
}
