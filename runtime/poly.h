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
#define POLY64(x, c) poly64((x), (c), COUNT(c))
#define POLY32(x, c) poly32((x), (c), COUNT(c))

#endif
