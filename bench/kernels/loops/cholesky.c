// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void cholesky(int32_t A[restrict 48][48])
{
	for (int i = 0; i < 48; i++)
		A[i][i] += 50000;
	for (int i = 0; i < 48; i++) {
		for (int j = 0; j < i; j++) {
			for (int k = 0; k < j; k++)
				A[i][j] -= A[i][k] * A[j][k];
			A[i][j] /= A[j][j];
		}
		for (int k = 0; k < i; k++)
			A[i][i] -= A[i][k] * A[i][k];
		int32_t root = 0;
		for (int bit = 0; bit < 15; bit++)
			if ((root + (1 << (14 - bit))) * (root + (1 << (14 - bit))) <= A[i][i])
				root += 1 << (14 - bit);
		A[i][i] = root;
	}
}
