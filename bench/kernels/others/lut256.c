/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

void lut256(const uint8_t *restrict A, const uint8_t *restrict L, uint8_t *restrict B)
{
	for (int i = 0; i < 64 * 256; i++)
		B[i] = L[A[i]];
}
