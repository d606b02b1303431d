// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void gramschmidt(int32_t A[restrict 32][26], int32_t R[restrict 26][26], int32_t Q[restrict 32][26])
{
	for (int k = 0; k < 26; k++) {
		int32_t nrm = 0, root = 0;
		for (int i = 0; i < 32; i++)
			nrm += A[i][k] * A[i][k];
		for (int bit = 0; bit < 15; bit++)
			if ((root + (1 << (14 - bit))) * (root + (1 << (14 - bit))) <= nrm)
				root += 1 << (14 - bit);
		R[k][k] = root;
		for (int i = 0; i < 32; i++)
			Q[i][k] = A[i][k] * 256 / R[k][k];
		for (int j = k + 1; j < 26; j++) {
			R[k][j] = 0;
			for (int i = 0; i < 32; i++)
				R[k][j] += Q[i][k] * A[i][j];
			R[k][j] >>= 8;
			for (int i = 0; i < 32; i++)
				A[i][j] -= Q[i][k] * R[k][j] >> 8;
		}
	}
}
