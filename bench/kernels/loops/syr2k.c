// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void syr2k(int32_t alpha, int32_t beta, int32_t C[restrict 48][48],
        const int32_t A[restrict 48][32], const int32_t B[restrict 48][32])
{
	for (int i = 0; i < 48; i++) {
		for (int j = 0; j <= i; j++)
			C[i][j] *= beta;
		for (int k = 0; k < 32; k++)
			for (int j = 0; j <= i; j++)
				C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
	}
}
