// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void trmm(int32_t alpha, const int32_t A[restrict 44][44], int32_t B[restrict 44][48])
{
	for (int i = 0; i < 44; i++)
		for (int j = 0; j < 48; j++) {
			for (int k = i + 1; k < 44; k++)
				B[i][j] += A[k][i] * B[k][j];
			B[i][j] = alpha * B[i][j];
		}
}
