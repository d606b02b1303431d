// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

static int32_t max(int32_t a, int32_t b)
{
	return a >= b ? a : b;
}

void nussinov(const int8_t seq[restrict 60], int32_t table[restrict 60][60])
{
	for (int i = 59; i >= 0; i--)
		for (int j = i + 1; j < 60; j++) {
			if (j - 1 >= 0)
				table[i][j] = max(table[i][j], table[i][j - 1]);
			if (i + 1 < 60)
				table[i][j] = max(table[i][j], table[i + 1][j]);
			if (j - 1 >= 0 && i + 1 < 60) {
				if (i < j - 1)
					table[i][j] = max(table[i][j],
					        table[i + 1][j - 1] + (seq[i] + seq[j] == 3));
				else
					table[i][j] = max(table[i][j], table[i + 1][j - 1]);
			}
			for (int k = i + 1; k < j; k++)
				table[i][j] = max(table[i][j], table[i][k] + table[k + 1][j]);
		}
}
