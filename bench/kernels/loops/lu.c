// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void lu(int32_t A[restrict 40][40])
{
	for (int i = 0; i < 40; i++)
		A[i][i] += 4000;
	for (int i = 0; i < 40; i++) {
		for (int j = 0; j < i; j++) {
			A[i][j] *= 256;
			for (int k = 0; k < j; k++)
				A[i][j] -= A[i][k] * A[k][j];
			A[i][j] /= A[j][j];
		}
		for (int j = i; j < 40; j++) {
			A[i][j] *= 256;
			for (int k = 0; k < i; k++)
				A[i][j] -= A[i][k] * A[k][j];
			A[i][j] >>= 8;
		}
	}
}
