// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void gemm(int32_t alpha, int32_t beta, int32_t C[restrict 32][36], const int32_t A[restrict 32][40],
        const int32_t B[restrict 40][36])
{
	for (int i = 0; i < 32; i++) {
		for (int j = 0; j < 36; j++)
			C[i][j] *= beta;
		for (int k = 0; k < 40; k++)
			for (int j = 0; j < 36; j++)
				C[i][j] += alpha * A[i][k] * B[k][j];
	}
}
