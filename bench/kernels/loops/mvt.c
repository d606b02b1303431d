// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void mvt(int32_t x1[restrict 120], int32_t x2[restrict 120], const int32_t y1[restrict 120],
        const int32_t y2[restrict 120], const int32_t A[restrict 120][120])
{
	for (int i = 0; i < 120; i++)
		for (int j = 0; j < 120; j++)
			x1[i] += A[i][j] * y1[j];
	for (int i = 0; i < 120; i++)
		for (int j = 0; j < 120; j++)
			x2[i] += A[j][i] * y2[j];
}
