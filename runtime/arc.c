/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/arc.c: inverse trigonometric functions, all by the arc tangent.
 *
 * Idea.   atan t = atan c + atan((t - c) / (1 + t c)), c the nearest quarter of 0 to 1: what is
 *         left is at most 1/8, a short Taylor series.  Above 1 the same is done for 1 / t. */
#include "poly.h"

double asin(double x);
double acos(double x);
double atan2(double y, double x);

static const double HALF_PI_HI = 0x1.921fb54442d18p+0, HALF_PI_LO = 0x1.1a62633145c07p-54;

/* atan(k / 4). */
static const struct twofold atan_quarter[] = {
        {0.0, 0.0},
        {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
        {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/* atan(n / d) for 0 <= n <= d, d normal: the quotient is never formed. */
static struct twofold atan_quotient(double n, double d)
{
	static const double a[] = {-1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13,
	        -1.0 / 15, 1.0 / 17, -1.0 / 19};
	int k = (int)((float)(n / d) * 4.0f + 0.5f);
	double c = k * 0.25;
	double u = k ? (n - c * d) / (d + c * n) : n / d;
	double z = u * u;
	return (struct twofold){atan_quarter[k].hi, atan_quarter[k].lo + u * z * POLY64(z, a) + u};
}

/* atan(y / x) for y, x >= 0, not both zero. */
static double first_quadrant(double y, double x)
{
	if (y <= x) {
		struct twofold a = atan_quotient(y, x);
		return a.hi + a.lo;
	}
	struct twofold a = atan_quotient(x, y);
	return (HALF_PI_HI - a.hi) + (HALF_PI_LO - a.lo);
}

double atan(double x)
{
	double a = abs64(x);
	if (x != x || a < 0x1p-28)
		return x;
	return with_sign64(a < 0x1p60 ? first_quadrant(a, 1.0) : HALF_PI_HI, x);
}

/* y and x scaled alike, so that their products neither overflow nor vanish. */
static double quadrant_scaled(double y, double x)
{
	double large = y > x ? y : x;
	if (large > 0x1p1000)
		return first_quadrant(y * 0x1p-100, x * 0x1p-100);
	if (large < 0x1p-900)
		return first_quadrant(y * 0x1p100, x * 0x1p100);
	return first_quadrant(y, x);
}

double atan2(double y, double x)
{
	double a = abs64(y), b = abs64(x), r;
	const double inf = float64(INF64);
	if (y != y || x != x)
		return y + x;
	if (a == inf || b == inf)
		r = a != b ? (a == inf ? HALF_PI_HI : 0.0) : HALF_PI_HI / 2;
	else
		r = a == 0 && b == 0 ? 0.0 : quadrant_scaled(a, b);
	if (bits64(x) >> 63)
		r = 2 * HALF_PI_HI - (r - 2 * HALF_PI_LO);
	return with_sign64(r, y);
}

double asin(double x)
{
	double a = abs64(x);
	if (!(a <= 1.0))
		return float64(NAN64);
	if (a < 0x1p-28)
		return x;
	return with_sign64(first_quadrant(a, sqrt((1.0 - a) * (1.0 + a))), x);
}

double acos(double x)
{
	if (!(abs64(x) <= 1.0))
		return float64(NAN64);
	return 2.0 * first_quadrant(sqrt(1.0 - x), sqrt(1.0 + x));
}
