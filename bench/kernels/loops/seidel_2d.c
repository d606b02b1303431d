// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void seidel_2d(int32_t A[restrict 40][40])
{
	for (int t = 0; t < 12; t++)
		for (int i = 1; i < 39; i++)
			for (int j = 1; j < 39; j++)
				A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] +
				                  A[i][j - 1] + A[i][j] + A[i][j + 1] +
				                  A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /
				          9;
}
