// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void syrk(int32_t alpha, int32_t beta, int32_t C[restrict 52][52], const int32_t A[restrict 52][32])
{
	for (int i = 0; i < 52; i++) {
		for (int j = 0; j <= i; j++)
			C[i][j] *= beta;
		for (int k = 0; k < 32; k++)
			for (int j = 0; j <= i; j++)
				C[i][j] += alpha * A[i][k] * A[j][k];
	}
}
