/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* transpose of bytes, 128 x 256 to 256 x 128, in butterflies: step b swaps bit b of the row's number with bit b of the lane's, in
 * place; vshuff by 1 << b does it for any b, vshuffoe for b = 0 and 1 beside it in the same packet.  Four steps with 16 rows
 * in registers, three with 8. */
/* Bound: 640 packets: permutations: 5 of 7 steps. */
#include "../hvx.h"
static inline void step(V *x, int n, int m, int b)
{
#pragma unroll
	for (int i = 0; i < n; i++)
		if (!(i & m)) {
			W w = b == 0   ? Q6_Wb_vshuffoe_VbVb(x[i + m], x[i])
			      : b == 1 ? Q6_Wh_vshuffoe_VhVh(x[i + m], x[i])
			               : Q6_W_vshuff_VVR(x[i + m], x[i], 1 << b);
			x[i] = LO(w);
			x[i + m] = HI(w);
		}
}
void transpose(const uint8_t *restrict A, uint8_t *restrict B)
{
	for (int s = 0; s < 2; s++) {
		const V *a = (const V *)A + s;
		V *b = (V *)B + s * 128;
		for (int g = 0; g < 8; g++) {
			V x[16];
#pragma unroll
			for (int i = 0; i < 16; i++)
				x[i] = a[(g * 16 + i) * 2];
			step(x, 16, 8, 3);
			step(x, 16, 1, 0);
			step(x, 16, 4, 2);
			step(x, 16, 2, 1);
#pragma unroll
			for (int i = 0; i < 16; i++)
				b[g * 16 + i] = x[i];
		}
		for (int g = 0; g < 16; g++) {
			V x[8];
#pragma unroll
			for (int i = 0; i < 8; i++)
				x[i] = b[i * 16 + g];
			step(x, 8, 1, 4);
			step(x, 8, 2, 5);
			step(x, 8, 4, 6);
#pragma unroll
			for (int i = 0; i < 8; i++)
				b[i * 16 + g] = x[i];
		}
	}
}
