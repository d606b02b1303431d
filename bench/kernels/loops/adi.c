// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void adi(int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int32_t f,
        int32_t u[restrict 20][20], int32_t v[restrict 20][20], int32_t p[restrict 20][20],
        int32_t q[restrict 20][20])
{
	for (int t = 0; t < 8; t++) {
		for (int i = 1; i < 19; i++) {
			v[0][i] = 1024;
			p[i][0] = 0;
			q[i][0] = v[0][i];
			for (int j = 1; j < 19; j++) {
				p[i][j] = -c * 1048576 / (a * p[i][j - 1] + b * 1024);
				q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] -
				                  f * u[j][i + 1] - a * q[i][j - 1]) *
				          1024 / (a * p[i][j - 1] + b * 1024);
			}
			v[19][i] = 1024;
			for (int j = 18; j >= 1; j--)
				v[j][i] = (p[i][j] * v[j + 1][i] >> 10) + q[i][j];
		}
		for (int i = 1; i < 19; i++) {
			u[i][0] = 1024;
			p[i][0] = 0;
			q[i][0] = u[i][0];
			for (int j = 1; j < 19; j++) {
				p[i][j] = -f * 1048576 / (d * p[i][j - 1] + e * 1024);
				q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] -
				                  c * v[i + 1][j] - d * q[i][j - 1]) *
				          1024 / (d * p[i][j - 1] + e * 1024);
			}
			u[i][19] = 1024;
			for (int j = 18; j >= 1; j--)
				u[i][j] = (p[i][j] * u[i][j + 1] >> 10) + q[i][j];
		}
	}
}
