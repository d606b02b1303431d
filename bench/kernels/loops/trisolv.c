// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void trisolv(int32_t L[restrict 132][132], int32_t x[restrict 132], const int32_t b[restrict 132])
{
	for (int i = 0; i < 132; i++)
		L[i][i] += 1300;
	for (int i = 0; i < 132; i++) {
		x[i] = b[i];
		for (int j = 0; j < i; j++)
			x[i] -= L[i][j] * x[j];
		x[i] /= L[i][i];
	}
}
