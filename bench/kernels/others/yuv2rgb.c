/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

static uint8_t clamp(int x)
{
	return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x);
}

void yuv2rgb(const uint8_t *restrict Y, const uint8_t *restrict U, const uint8_t *restrict V,
        uint8_t *restrict R, uint8_t *restrict G, uint8_t *restrict B)
{
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 256; x++) {
			int c = 298 * (Y[y * 256 + x] - 16), d = U[y / 2 * 128 + x / 2] - 128,
			    e = V[y / 2 * 128 + x / 2] - 128;
			R[y * 256 + x] = clamp((c + 409 * e + 128) >> 8);
			G[y * 256 + x] = clamp((c - 100 * d - 208 * e + 128) >> 8);
			B[y * 256 + x] = clamp((c + 516 * d + 128) >> 8);
		}
}
