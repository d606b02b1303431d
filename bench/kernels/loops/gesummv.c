// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void gesummv(int32_t alpha, int32_t beta, const int32_t A[restrict 132][132],
        const int32_t B[restrict 132][132], int32_t tmp[restrict 132],
        const int32_t x[restrict 132], int32_t y[restrict 132])
{
	for (int i = 0; i < 132; i++) {
		tmp[i] = 0;
		y[i] = 0;
		for (int j = 0; j < 132; j++) {
			tmp[i] = A[i][j] * x[j] + tmp[i];
			y[i] = B[i][j] * x[j] + y[i];
		}
		y[i] = alpha * tmp[i] + beta * y[i];
	}
}
