// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void covariance(int32_t data[restrict 48][40], int32_t cov[restrict 40][40],
        int32_t mean[restrict 40])
{
	for (int j = 0; j < 40; j++) {
		mean[j] = 0;
		for (int i = 0; i < 48; i++)
			mean[j] += data[i][j];
		mean[j] /= 48;
	}
	for (int i = 0; i < 48; i++)
		for (int j = 0; j < 40; j++)
			data[i][j] -= mean[j];
	for (int i = 0; i < 40; i++)
		for (int j = i; j < 40; j++) {
			cov[i][j] = 0;
			for (int k = 0; k < 48; k++)
				cov[i][j] += data[k][i] * data[k][j];
			cov[i][j] /= 47;
			cov[j][i] = cov[i][j];
		}
}
