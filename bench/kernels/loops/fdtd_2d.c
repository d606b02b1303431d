// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void fdtd_2d(int32_t ex[restrict 32][40], int32_t ey[restrict 32][40], int32_t hz[restrict 32][40],
        const int32_t fict[restrict 10])
{
	for (int t = 0; t < 10; t++) {
		for (int j = 0; j < 40; j++)
			ey[0][j] = fict[t];
		for (int i = 1; i < 32; i++)
			for (int j = 0; j < 40; j++)
				ey[i][j] -= (hz[i][j] - hz[i - 1][j]) / 2;
		for (int i = 0; i < 32; i++)
			for (int j = 1; j < 40; j++)
				ex[i][j] -= (hz[i][j] - hz[i][j - 1]) / 2;
		for (int i = 0; i < 31; i++)
			for (int j = 0; j < 39; j++)
				hz[i][j] -= 7 *
				            (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]) /
				            10;
	}
}
