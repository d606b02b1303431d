/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* splat_alias24: splat_live24 in a function that does not say that its buffers are distinct. */
#include <stdint.h>

void splat_alias24(int32_t *O, const int32_t *A, const int32_t *W, int32_t n)
{
	for (int32_t r = 0; r < 48; r++)
		for (int32_t i = 0; i < 32 * n; i++) {
			int32_t x = A[i], s = x, t = x;
			for (int32_t k = 0; k < 12; k++) {
				t = (t + W[2 * k]) ^ x;
				s = (s ^ W[2 * k + 1]) | x;
			}
			O[i] = s ^ t;
		}
}
