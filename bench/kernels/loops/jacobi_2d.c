// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void jacobi_2d(int32_t A[restrict 36][36], int32_t B[restrict 36][36])
{
	for (int t = 0; t < 12; t++) {
		for (int i = 1; i < 35; i++)
			for (int j = 1; j < 35; j++)
				B[i][j] = (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] +
				                  A[i - 1][j]) /
				          5;
		for (int i = 1; i < 35; i++)
			for (int j = 1; j < 35; j++)
				A[i][j] = (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] +
				                  B[i - 1][j]) /
				          5;
	}
}
