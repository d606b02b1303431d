// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void gemver(int32_t alpha, int32_t beta, int32_t A[restrict 96][96], const int32_t u1[restrict 96],
        const int32_t v1[restrict 96], const int32_t u2[restrict 96], const int32_t v2[restrict 96],
        int32_t w[restrict 96], int32_t x[restrict 96], const int32_t y[restrict 96],
        const int32_t z[restrict 96])
{
	for (int i = 0; i < 96; i++)
		for (int j = 0; j < 96; j++)
			A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
	for (int i = 0; i < 96; i++)
		for (int j = 0; j < 96; j++)
			x[i] = x[i] + beta * A[j][i] * y[j];
	for (int i = 0; i < 96; i++)
		x[i] = x[i] + z[i];
	for (int i = 0; i < 96; i++)
		for (int j = 0; j < 96; j++)
			w[i] = w[i] + alpha * A[i][j] * x[j];
}
