/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/half.c: half and bfloat to float and double, and back, rounded to nearest even.
 *
 * Idea.   Widening multiplies by a power of two, narrowing adds one: the hardware's own rounding
 *         does the work, denormals included.  From double we go over a float rounded to odd,
 *         which keeps what the second rounding must know.
 * Takes   an argument of 16 bits in the lower half of a register: LLVM 22 leaves something else above it. */
#include "internal.h"

float __extendhfsf2(uint32_t h);
double __extendhfdf2(uint32_t h);
uint16_t __truncsfhf2(float f);
uint16_t __truncdfhf2(double d);
uint16_t __truncsfbf2(float f);
uint16_t __truncdfbf2(double d);
float __extendbfsf2(uint32_t b);

float __extendhfsf2(uint32_t h)
{
	const uint32_t inf = 0x7c00 << 13;
	uint32_t magnitude = (h & 0x7fff) << 13, sign = h << 16 & SIGN32;
	uint32_t u = bits32(float32(magnitude) * 0x1p112f); /* the biases differ by 112 */
	if (magnitude >= inf)
		u = magnitude + (INF32 - inf);
	if (magnitude > inf)
		u |= NAN32;
	return float32(u | sign);
}

double __extendhfdf2(uint32_t h)
{
	return __extendhfsf2(h);
}

uint16_t __truncsfhf2(float f)
{
	uint32_t u = bits32(f) & ~SIGN32, sign = (bits32(f) & SIGN32) >> 16;
	if (u > INF32)
		return (uint16_t)(sign | 0x7e00 | (u >> 13 & 0x3ff));
	if (u >= bits32(65520.0f)) /* half way from the largest to what would come next */
		return (uint16_t)(sign | 0x7c00);
	if (u < bits32(0x1p-14f)) /* denormal: adding 1/2 leaves units of 2^-24 */
		return (uint16_t)(sign | (bits32(float32(u) + 0.5f) - bits32(0.5f)));
	u += 0xfff + (u >> 13 & 1);
	return (uint16_t)(sign | (u - (112u << 23)) >> 13);
}

uint16_t __truncsfbf2(float f)
{
	uint32_t u = bits32(f);
	if ((u & ~SIGN32) > INF32)
		return (uint16_t)(u >> 16 | 0x40);
	return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

/* d as a float; where that is not exact, the neighbour towards zero or its odd next. */
static inline float round_to_odd(double d)
{
	float f = (float)d;
	double back = (double)f;
	if (back == d || d != d)
		return f;
	return float32((bits32(f) - (abs64(back) > abs64(d))) | 1);
}

uint16_t __truncdfhf2(double d)
{
	return __truncsfhf2(round_to_odd(d));
}

uint16_t __truncdfbf2(double d)
{
	return __truncsfbf2(round_to_odd(d));
}

float __extendbfsf2(uint32_t b)
{
	return float32(b << 16);
}
