/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The average of 3 x 3 halves in the layout of ../crouton_pool_slides.py, with its sums of float in an array. */
void crouton_pool(_Float16 *restrict A, _Float16 *restrict avg)
{
	float sum[64];
	for (int h = 0; h < 8; h++)
		for (int w = 0; w < 2; w++) {
			for (int y = 0; y < 3; y++)
				for (int x = 0; x < 3; x++)
					for (int i = 0; i < 64; i++) {
						int row = h + y, column = i / 32 + x,
						    pair = column / 2 + w;
						if (y == 0 && x == 0)
							sum[i] = 0;
						sum[i] += (float)
						        A[row / 8 * 2048 + pair / 2 * 1024 +
						                row % 8 * 128 + pair % 2 * 64 +
						                i % 32 * 2 + column % 2];
					}
			for (int i = 0; i < 64; i++)
				avg[h * 128 + w * 64 + i] = (_Float16)(sum[i % 2 * 32 + i / 2] *
				                                       0.1111111111111111f);
		}
}
