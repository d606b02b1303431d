/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lut256: B[i] = L[A[i]], 256 entries of a byte.  vlut32 looks 32 entries up: the five low bits of the index choose the
 * entry, the three high ones must be the segment's number, all else gives 0; so eight look-ups OR each other. */
/* Bound: 1024 packets: permutations: 8 vlut32 a vector. */
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>
#include <stdint.h>

void lut256(const uint8_t *restrict A, const uint8_t *restrict L, uint8_t *restrict B)
{
	const HVX_Vector *a = (const HVX_Vector *)A, *l = (const HVX_Vector *)L;
	HVX_Vector *b = (HVX_Vector *)B;
	/* The instruction reads bytes 0 and 2 ... of each pair of rows: even and odd halves of 32 entries interleaved. */
	HVX_Vector t0 = Q6_Vb_vshuff_Vb(l[0]), t1 = Q6_Vb_vshuff_Vb(l[1]);
	for (int i = 0; i < 64 * 256 / 128; i++) {
		HVX_Vector x = a[i];
		HVX_Vector y = Q6_Vb_vlut32_VbVbI(x, t0, 0);
		y = Q6_Vb_vlut32or_VbVbVbI(y, x, t0, 1);
		y = Q6_Vb_vlut32or_VbVbVbI(y, x, t0, 2);
		y = Q6_Vb_vlut32or_VbVbVbI(y, x, t0, 3);
		y = Q6_Vb_vlut32or_VbVbVbI(y, x, t1, 4);
		y = Q6_Vb_vlut32or_VbVbVbI(y, x, t1, 5);
		y = Q6_Vb_vlut32or_VbVbVbI(y, x, t1, 6);
		y = Q6_Vb_vlut32or_VbVbVbI(y, x, t1, 7);
		b[i] = y;
	}
}
