/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mac_fuse: one product feeds three accumulators, the second in an arm that stores to two places.
 * */
#include <stdint.h>

void mac_fuse(uint32_t *restrict O, const uint32_t *restrict A, const uint32_t *restrict B,
        int32_t n)
{
	uint32_t s = 0, t = 1, u = 7;
	for (int32_t i = 0; i < n; i++) {
		s += A[i] * B[i];
		if (s & 1) {
			t += A[i] * B[i];
			O[t & 4095] = t;
			O[t >> 20] = O[i];
		}
		u -= A[i] * B[i];
	}
	O[0] = s;
	O[1] = t + u;
}
