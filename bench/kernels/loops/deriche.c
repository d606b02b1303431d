// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>

void deriche(int32_t a1, int32_t a2, int32_t a3, int32_t a4, int32_t b1, int32_t b2,
        const int32_t imgIn[restrict 64][48], int32_t imgOut[restrict 64][48],
        int32_t y1[restrict 64][48], int32_t y2[restrict 64][48])
{
	for (int i = 0; i < 64; i++) {
		int32_t ym1 = 0, ym2 = 0, xm1 = 0;
		for (int j = 0; j < 48; j++) {
			y1[i][j] = (a1 * imgIn[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2) >> 12;
			xm1 = imgIn[i][j];
			ym2 = ym1;
			ym1 = y1[i][j];
		}
	}
	for (int i = 0; i < 64; i++) {
		int32_t yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
		for (int j = 47; j >= 0; j--) {
			y2[i][j] = (a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2) >> 12;
			xp2 = xp1;
			xp1 = imgIn[i][j];
			yp2 = yp1;
			yp1 = y2[i][j];
		}
	}
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < 48; j++)
			imgOut[i][j] = y1[i][j] + y2[i][j];
	for (int j = 0; j < 48; j++) {
		int32_t tm1 = 0, ym1 = 0, ym2 = 0;
		for (int i = 0; i < 64; i++) {
			y1[i][j] = (a1 * imgOut[i][j] + a2 * tm1 + b1 * ym1 + b2 * ym2) >> 12;
			tm1 = imgOut[i][j];
			ym2 = ym1;
			ym1 = y1[i][j];
		}
	}
	for (int j = 0; j < 48; j++) {
		int32_t tp1 = 0, tp2 = 0, yp1 = 0, yp2 = 0;
		for (int i = 63; i >= 0; i--) {
			y2[i][j] = (a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2) >> 12;
			tp2 = tp1;
			tp1 = imgOut[i][j];
			yp2 = yp1;
			yp1 = y2[i][j];
		}
	}
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < 48; j++)
			imgOut[i][j] = y1[i][j] + y2[i][j];
}
