// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void k2mm(int32_t alpha, int32_t beta, int32_t tmp[restrict 30][32],
        const int32_t A[restrict 30][36], const int32_t B[restrict 36][32],
        const int32_t C[restrict 32][28], int32_t D[restrict 30][28])
{
	for (int i = 0; i < 30; i++)
		for (int j = 0; j < 32; j++) {
			tmp[i][j] = 0;
			for (int k = 0; k < 36; k++)
				tmp[i][j] += alpha * A[i][k] * B[k][j];
		}
	for (int i = 0; i < 30; i++)
		for (int j = 0; j < 28; j++) {
			D[i][j] *= beta;
			for (int k = 0; k < 32; k++)
				D[i][j] += tmp[i][k] * C[k][j];
		}
}
