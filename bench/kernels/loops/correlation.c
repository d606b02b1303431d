// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void correlation(int32_t data[restrict 36][28], int32_t corr[restrict 28][28],
        int32_t mean[restrict 28], int32_t stddev[restrict 28])
{
	for (int j = 0; j < 28; j++) {
		mean[j] = 0;
		for (int i = 0; i < 36; i++)
			mean[j] += data[i][j];
		mean[j] /= 36;
	}
	for (int j = 0; j < 28; j++) {
		int32_t root = 0;
		stddev[j] = 0;
		for (int i = 0; i < 36; i++)
			stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
		stddev[j] /= 36;
		for (int bit = 0; bit < 15; bit++)
			if ((root + (1 << (14 - bit))) * (root + (1 << (14 - bit))) <= stddev[j])
				root += 1 << (14 - bit);
		stddev[j] = root == 0 ? 1 : root;
	}
	for (int i = 0; i < 36; i++)
		for (int j = 0; j < 28; j++) {
			data[i][j] -= mean[j];
			data[i][j] = data[i][j] * 1024 / (6 * stddev[j]);
		}
	for (int i = 0; i < 27; i++) {
		corr[i][i] = 1048576;
		for (int j = i + 1; j < 28; j++) {
			corr[i][j] = 0;
			for (int k = 0; k < 36; k++)
				corr[i][j] += data[k][i] * data[k][j];
			corr[j][i] = corr[i][j];
		}
	}
	corr[27][27] = 1048576;
}
