// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void atax(const int32_t A[restrict 116][124], const int32_t x[restrict 124],
        int32_t y[restrict 124], int32_t tmp[restrict 116])
{
	for (int i = 0; i < 124; i++)
		y[i] = 0;
	for (int i = 0; i < 116; i++) {
		tmp[i] = 0;
		for (int j = 0; j < 124; j++)
			tmp[i] += A[i][j] * x[j];
		for (int j = 0; j < 124; j++)
			y[j] += A[i][j] * tmp[i];
	}
}
