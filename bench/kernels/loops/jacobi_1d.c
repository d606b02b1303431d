// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void jacobi_1d(int32_t A[restrict 400], int32_t B[restrict 400])
{
	for (int t = 0; t < 40; t++) {
		for (int i = 1; i < 399; i++)
			B[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
		for (int i = 1; i < 399; i++)
			A[i] = (B[i - 1] + B[i] + B[i + 1]) / 3;
	}
}
