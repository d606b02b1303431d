/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* splat_live24: 24 splats of coefficients that no iteration changes, in a loop over vectors. */
#include <stdint.h>

void splat_live24(int32_t *restrict O, const int32_t *restrict A, const int32_t *restrict W,
        int32_t n)
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
