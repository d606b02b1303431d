/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* vector_rows: sixteen neighbouring vectors, each at a constant offset from one base. */
#include <stdint.h>

void vector_rows(int32_t *restrict O, const int32_t *restrict A, int32_t n)
{
	for (int32_t r = 0; r < 32; r++)
		for (int32_t i = 0; i < 32 * n; i++) {
			int32_t s = O[i];
			for (int32_t k = 0; k < 16; k += 4)
				s += (A[i + 32 * k] ^ A[i + 32 * k + 32]) -
				     (A[i + 32 * k + 64] ^ A[i + 32 * k + 96]);
			O[i] = s;
		}
}
