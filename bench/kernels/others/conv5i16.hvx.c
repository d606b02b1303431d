/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conv5i16: 5 x 5, bytes times int8 scalars, sums of 16 bits.  Columns 0 and 1, 2 and 3 of a row by vdmpy (two neighbours of a
 * lane at once; the pair is the line and the line two bytes on), column 4 of two rows by vmpa: 13 multiplications for 25
 * taps and 128 lanes.  Even and odd lanes stay apart until the end. */
/* Bound: 1664 packets: multiplications: 13 pairs for 25 taps. */
#include "../hvx.h"
enum { R = 2 }; /* rows of the result together */
static inline uint32_t two(int8_t a, int8_t b)
{
	return ((uint8_t)a | (uint32_t)(uint8_t)b << 8) * 0x10001u;
}
void conv5i16(const uint8_t *restrict A, const int8_t *restrict K, int16_t *restrict B)
{
	uint32_t k01[5], k23[5], k4[5];
	for (int i = 0; i < 5; i++) {
		k01[i] = two(K[i * 5], K[i * 5 + 1]);
		k23[i] = two(K[i * 5 + 2], K[i * 5 + 3]);
	}
	k4[0] = two(K[4], K[9]);
	k4[2] = two(K[14], K[19]);
	k4[4] = two(K[24], K[24]);
	for (int x = 0; x < 2; x++) {
		const V *a = (const V *)A + x;
		V *b = (V *)B + 2 * x;
		for (int y = 0; y < 64 / R; y++, a += 4 * R, b += 4 * R) {
			V s0[R + 4], s2[R + 4], s4[R + 4];
			W acc[R];
#pragma unroll
			for (int i = 0; i < R + 4; i++) {
				s0[i] = NEXT(a[4 * i + 1], a[4 * i], 126);
				s2[i] = a[4 * i + 1];
				s4[i] = NEXT(a[4 * i + 2], a[4 * i + 1], 2);
			}
#pragma unroll
			for (int r = 0; r < R; r++) {
				acc[r] = Q6_Wh_vdmpy_WubRb(PAIR(s2[r], s0[r]), k01[0]);
#pragma unroll
				for (int i = 0; i < 5; i++) {
					if (i)
						acc[r] = Q6_Wh_vdmpyacc_WhWubRb(acc[r],
						        PAIR(s2[r + i], s0[r + i]), k01[i]);
					acc[r] = Q6_Wh_vdmpyacc_WhWubRb(acc[r],
					        PAIR(s4[r + i], s2[r + i]), k23[i]);
				}
				acc[r] = Q6_Wh_vmpaacc_WhWubRb(acc[r], PAIR(s4[r + 1], s4[r]),
				        k4[0]);
				acc[r] = Q6_Wh_vmpaacc_WhWubRb(acc[r], PAIR(s4[r + 3], s4[r + 2]),
				        k4[2]);
				acc[r] = Q6_Wh_vmpyacc_WhVubRb(acc[r], s4[r + 4], k4[4]);
				W o = Q6_W_vshuff_VVR(HI(acc[r]), LO(acc[r]), -2);
				b[4 * r] = LO(o);
				b[4 * r + 1] = HI(o);
			}
		}
	}
}
