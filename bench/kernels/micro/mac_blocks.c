/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mac_blocks: one product feeds an accumulator before an if and one in each of its arms. */
#include <stdint.h>

void mac_blocks(uint32_t *restrict O, const uint32_t *restrict A, const uint32_t *restrict B,
        int32_t n)
{
	uint32_t s = 0, t = 1, u = 7;
	for (int32_t i = 0; i < n; i++) {
		s += A[i] * B[i];
		if (s & 1) {
			t += A[i] * B[i];
			O[2] = t;
		} else {
			u -= A[i] * B[i];
			O[3] = u;
		}
	}
	O[0] = s;
	O[1] = t + u;
}
