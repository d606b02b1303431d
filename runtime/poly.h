/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/poly.h: polynomials.  Coefficients are in rising order. */
#ifndef TIRC_RUNTIME_POLY_H
#define TIRC_RUNTIME_POLY_H

#include "internal.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* c[0] + c[1] x + ... + c[n - 1] x^(n - 1), by Horner's rule; unrolled where n is constant. */
static inline double poly64(double x, const double *c, int n)
{
	double y = c[n - 1];
#pragma clang loop unroll(full)
	for (int i = n - 2; i >= 0; i--)
		y = y * x + c[i];
	return y;
}

static inline float poly32(float x, const float *c, int n)
{
	float y = c[n - 1];
#pragma clang loop unroll(full)
	for (int i = n - 2; i >= 0; i--)
		y = fused(c[i], y, x);
	return y;
}
/* c 2^32 in registers, long before it is used: no packet of its own makes it. */
static inline int64_t ahead(int32_t c)
{
	int64_t y = (int64_t)c << 32;
	__asm__("" : "+r"(y));
	return y;
}

/* The same in fixed point: in units of c's, x in units of 2^-31 and |x| below 2^30 of them. */
static inline int32_t fixed(int32_t x, const int32_t *c, int n)
{
	int32_t y = c[n - 1];
#pragma clang loop unroll(full)
	for (int i = n - 2; i >= 0; i--)
		y = (int32_t)(__builtin_HEXAGON_M2_dpmpyss_acc_s0(ahead(c[i]), y, x << 1) >> 32);
	return y;
}
#define POLY64(x, c) poly64((x), (c), COUNT(c))
#define POLY32(x, c) poly32((x), (c), COUNT(c))
#define FIXED(x, c)  fixed((x), (c), COUNT(c))

#endif
