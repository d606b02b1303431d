// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void k3mm(int32_t E[restrict 28][30], const int32_t A[restrict 28][32],
        const int32_t B[restrict 32][30], int32_t F[restrict 30][24],
        const int32_t C[restrict 30][26], const int32_t D[restrict 26][24],
        int32_t G[restrict 28][24])
{
	for (int i = 0; i < 28; i++)
		for (int j = 0; j < 30; j++) {
			E[i][j] = 0;
			for (int k = 0; k < 32; k++)
				E[i][j] += A[i][k] * B[k][j];
		}
	for (int i = 0; i < 30; i++)
		for (int j = 0; j < 24; j++) {
			F[i][j] = 0;
			for (int k = 0; k < 26; k++)
				F[i][j] += C[i][k] * D[k][j];
		}
	for (int i = 0; i < 28; i++)
		for (int j = 0; j < 24; j++) {
			G[i][j] = 0;
			for (int k = 0; k < 30; k++)
				G[i][j] += E[i][k] * F[k][j];
		}
}
