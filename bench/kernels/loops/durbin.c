// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void durbin(const int32_t r[restrict 96], int32_t y[restrict 96])
{
	int32_t z[96];
	int32_t beta = 4096, alpha = -r[0];

	y[0] = -r[0];
	for (int k = 1; k < 96; k++) {
		beta = ((4096 - (alpha * alpha >> 12)) * beta) >> 12;
		int32_t sum = 0;
		for (int i = 0; i < k; i++)
			sum += r[k - i - 1] * y[i];
		alpha = -((r[k] * 4096 + sum) / beta);
		for (int i = 0; i < k; i++)
			z[i] = y[i] + (alpha * y[k - i - 1] >> 12);
		for (int i = 0; i < k; i++)
			y[i] = z[i];
		y[k] = alpha;
	}
}
