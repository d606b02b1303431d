/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/hyper.c: hyperbolic functions, their inverses, and hypot.
 *
 * Idea.   All by expm1, log1p and sqrt, in forms that lose nothing near zero. */
#include "poly.h"

double sinh(double x);
double cosh(double x);
double tanh(double x);
double asinh(double x);
double acosh(double x);
double atanh(double x);
double hypot(double x, double y);
float tanhf(float x);
float expf(float x);

static const double LN2 = 0x1.62e42fefa39efp-1;

/* e^x / 2 for x > 40, also where e^x overflows. */
static double half_exp(double x)
{
	double h = exp(0.5 * x);
	return 0.5 * h * h;
}

double sinh(double x)
{
	static const double c[] = {1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800,
	        1.0 / 6227020800, 1.0 / 1307674368000, 1.0 / 355687428096000};
	double a = abs64(x), z = x * x;
	if (a < 1.0)
		return x + x * z * POLY64(z, c);
	if (a > 700.0)
		return with_sign64(half_exp(a), x);
	return with_sign64(0.5 * exp(a) - 0.5 * exp(-a), x);
}

double cosh(double x)
{
	double a = abs64(x);
	return a > 700.0 ? half_exp(a) : 0.5 * exp(a) + 0.5 * exp(-a);
}

double tanh(double x)
{
	double a = abs64(x);
	if (a < 0x1p-28 || x != x)
		return x;
	if (a > 22.0)
		return with_sign64(1.0, x);
	double t = expm1(2.0 * a);
	return with_sign64(a < 1.0 ? t / (t + 2.0) : 1.0 - 2.0 / (t + 2.0), x);
}

double asinh(double x)
{
	double a = abs64(x), z = a * a;
	if (a < 0x1p-28 || x != x)
		return x;
	if (a > 0x1p28)
		return with_sign64(log(a) + LN2, x);
	return with_sign64(log1p(a + z / (1.0 + sqrt(1.0 + z))), x);
}

double acosh(double x)
{
	double t = x - 1.0;
	if (!(x >= 1.0))
		return float64(NAN64);
	return x > 0x1p28 ? log(x) + LN2 : log1p(t + sqrt(t * (t + 2.0)));
}

double atanh(double x)
{
	double a = abs64(x);
	if (a < 0x1p-28)
		return x;
	return with_sign64(0.5 * log1p(2.0 * a / (1.0 - a)), a <= 1.0 ? x : 0.0);
}

double hypot(double x, double y)
{
	double a = abs64(x), b = abs64(y);
	if (a == float64(INF64) || b == float64(INF64))
		return float64(INF64);
	if (a != a || b != b)
		return a + b;
	if (b > a) {
		double t = a;
		a = b;
		b = t;
	}
	if (a > 0x1p500)
		return sqrt(a * 0x1p-600 * (a * 0x1p-600) + b * 0x1p-600 * (b * 0x1p-600)) *
		       0x1p600;
	if (a < 0x1p-500)
		return sqrt(a * 0x1p500 * (a * 0x1p500) + b * 0x1p500 * (b * 0x1p500)) * 0x1p-500;
	return sqrt(a * a + b * b);
}

float tanhf(float x)
{
	static const float c[] = {-0x1.ba0c48p-5f, 0x1.657ec8p-6f, -0x1.1cc0c0p-7f, 0x1.a8b1acp-9f,
	        -0x1.08698ep-10f, 0x1.c6fbaep-13f, -0x1.7dd764p-16f};
	float a = float32(bits32(x) & ~SIGN32), y;
	if (a < 1.25f || x != x) { /* a Chebyshev fit; its last steps in double */
		double r = (double)x, z = r * r;
		double p = 0x1.1110d85c07fc0p-3 + z * (double)POLY32(x * x, c);
		return (float)(r + r * z * (-0x1.5555550f437efp-2 + z * p));
	}
	y = a > 10.0f ? 1.0f : 1.0f - 2.0f / (expf(2.0f * a) + 1.0f);
	return float32(bits32(y) | (bits32(x) & SIGN32));
}
