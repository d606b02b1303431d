// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void heat_3d(int32_t A[restrict 12][12][12], int32_t B[restrict 12][12][12])
{
	for (int t = 0; t < 8; t++) {
		for (int i = 1; i < 11; i++)
			for (int j = 1; j < 11; j++)
				for (int k = 1; k < 11; k++)
					B[i][j][k] = (A[i + 1][j][k] - 2 * A[i][j][k] +
					                     A[i - 1][j][k]) /
					                     8 +
					             (A[i][j + 1][k] - 2 * A[i][j][k] +
					                     A[i][j - 1][k]) /
					                     8 +
					             (A[i][j][k + 1] - 2 * A[i][j][k] +
					                     A[i][j][k - 1]) /
					                     8 +
					             A[i][j][k];
		for (int i = 1; i < 11; i++)
			for (int j = 1; j < 11; j++)
				for (int k = 1; k < 11; k++)
					A[i][j][k] = (B[i + 1][j][k] - 2 * B[i][j][k] +
					                     B[i - 1][j][k]) /
					                     8 +
					             (B[i][j + 1][k] - 2 * B[i][j][k] +
					                     B[i][j - 1][k]) /
					                     8 +
					             (B[i][j][k + 1] - 2 * B[i][j][k] +
					                     B[i][j][k - 1]) /
					                     8 +
					             B[i][j][k];
	}
}
