/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/powi.c: x^n by squaring, what llvm.powi means. */
#include "internal.h"

float __powisf2(float x, int n);
double __powidf2(double x, int n);

#define POWER(REAL)                                                                                \
	REAL y = 1;                                                                                \
	for (unsigned k = n < 0 ? -(unsigned)n : (unsigned)n; k; k >>= 1, x *= x)                  \
		if (k & 1)                                                                         \
			y *= x;                                                                    \
	return n < 0 ? 1 / y : y

float __powisf2(float x, int n)
{
	POWER(float);
}

double __powidf2(double x, int n)
{
	POWER(double);
}
