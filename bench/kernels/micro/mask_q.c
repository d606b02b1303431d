/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mask_q: six vector comparisons, each used twice, and four predicate registers. */
#include <stdint.h>

void mask_q(int32_t *restrict O, const int32_t *restrict A, int32_t n)
{
	for (int32_t r = 0; r < 32; r++)
		for (int32_t i = 0; i < 32 * n; i++) {
			int32_t x = A[i], y = A[i + 2048], z = A[i + 4096];
			int32_t a = (y < x ? x : y) + (y + z < x ? x : y);
			int32_t b = (z < x ? z : x) ^ (z < x + y ? z : x);
			int32_t c = (z < y ? y + x : z) + (x + z < y ? y + x : z);
			int32_t d = (y < x ? a : b) + (y + z < x ? a : b);
			int32_t e = (z < x ? b : c) ^ (z < x + y ? b : c);
			int32_t f = (z < y ? c : a) + (x + z < y ? c : a);
			O[i] = d + e + f;
		}
}
