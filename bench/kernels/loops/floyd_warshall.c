// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void floyd_warshall(int32_t path[restrict 40][40])
{
	for (int k = 0; k < 40; k++)
		for (int i = 0; i < 40; i++)
			for (int j = 0; j < 40; j++)
				path[i][j] = path[i][j] < path[i][k] + path[k][j]
				                     ? path[i][j]
				                     : path[i][k] + path[k][j];
}
