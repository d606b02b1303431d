// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void ludcmp(int32_t A[restrict 40][40], const int32_t b[restrict 40], int32_t x[restrict 40],
        int32_t y[restrict 40])
{
	for (int i = 0; i < 40; i++)
		A[i][i] += 4000;
	for (int i = 0; i < 40; i++) {
		for (int j = 0; j < i; j++) {
			int32_t w = A[i][j] * 256;
			for (int k = 0; k < j; k++)
				w -= A[i][k] * A[k][j];
			A[i][j] = w / A[j][j];
		}
		for (int j = i; j < 40; j++) {
			int32_t w = A[i][j] * 256;
			for (int k = 0; k < i; k++)
				w -= A[i][k] * A[k][j];
			A[i][j] = w >> 8;
		}
	}
	for (int i = 0; i < 40; i++) {
		int32_t w = b[i] * 256;
		for (int j = 0; j < i; j++)
			w -= A[i][j] * y[j];
		y[i] = w >> 8;
	}
	for (int i = 39; i >= 0; i--) {
		int32_t w = y[i] * 256;
		for (int j = i + 1; j < 40; j++)
			w -= A[i][j] * x[j];
		x[i] = w / A[i][i];
	}
}
