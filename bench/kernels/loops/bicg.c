// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void bicg(const int32_t A[restrict 124][116], int32_t s[restrict 116], int32_t q[restrict 124],
        const int32_t p[restrict 116], const int32_t r[restrict 124])
{
	for (int i = 0; i < 116; i++)
		s[i] = 0;
	for (int i = 0; i < 124; i++) {
		q[i] = 0;
		for (int j = 0; j < 116; j++) {
			s[j] += r[i] * A[i][j];
			q[i] += A[i][j] * p[j];
		}
	}
}
