/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/float.c: the single precision functions that are the double ones, rounded. */
#include "internal.h"

#define ONE_ARGUMENT(name)                                                                         \
	double name(double x);                                                                     \
	float name##f(float x);                                                                    \
	float name##f(float x)                                                                     \
	{                                                                                          \
		return (float)name((double)x);                                                     \
	}
#define TWO_ARGUMENTS(name)                                                                        \
	double name(double x, double y);                                                           \
	float name##f(float x, float y);                                                           \
	float name##f(float x, float y)                                                            \
	{                                                                                          \
		return (float)name((double)x, (double)y);                                          \
	}

ONE_ARGUMENT(exp10)
ONE_ARGUMENT(expm1)
ONE_ARGUMENT(asin)
ONE_ARGUMENT(acos)
ONE_ARGUMENT(atan)
ONE_ARGUMENT(sinh)
ONE_ARGUMENT(cosh)
ONE_ARGUMENT(asinh)
ONE_ARGUMENT(acosh)
ONE_ARGUMENT(atanh)
TWO_ARGUMENTS(atan2)
TWO_ARGUMENTS(hypot)
