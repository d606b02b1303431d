/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

void transpose(const uint8_t *restrict A, uint8_t *restrict B)
{
	for (int y = 0; y < 256; y++)
		for (int x = 0; x < 128; x++)
			B[y * 128 + x] = A[x * 256 + y];
}
