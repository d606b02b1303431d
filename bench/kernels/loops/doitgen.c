// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void doitgen(int32_t A[restrict 14][16][20], const int32_t C4[restrict 20][20],
        int32_t sum[restrict 20])
{
	for (int r = 0; r < 14; r++)
		for (int q = 0; q < 16; q++) {
			for (int p = 0; p < 20; p++) {
				sum[p] = 0;
				for (int s = 0; s < 20; s++)
					sum[p] += A[r][q][s] * C4[s][p];
			}
			for (int p = 0; p < 20; p++)
				A[r][q][p] = sum[p];
		}
}
