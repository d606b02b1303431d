// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void symm(int32_t alpha, int32_t beta, int32_t C[restrict 40][48], const int32_t A[restrict 40][40],
        const int32_t B[restrict 40][48])
{
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 48; j++) {
			int32_t temp2 = 0;
			for (int k = 0; k < i; k++) {
				C[k][j] += alpha * B[i][j] * A[i][k];
				temp2 += B[k][j] * A[i][k];
			}
			C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * temp2;
		}
}
