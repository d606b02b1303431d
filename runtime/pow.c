/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/pow.c: pow.
 *
 * Idea.   x^y = 2^(y log2 x).  The product can be 1024, so the logarithm must be good to ten bits
 *         more than a double: it is kept as a sum of two.  For float a double is enough.
 * Keeps   the special cases of C (annex F). */
#include "poly.h"

double pow(double x, double y);
float powf(float x, float y);
double exp2(double x);
double log2(double x);

/* ---- Sums of two ------------------------------------------------------------------------*/
/* a + b exactly, |a| >= |b|. */
static struct twofold sum(double a, double b)
{
	double s = a + b;
	return (struct twofold){s, b - (s - a)};
}

/* The upper 26 bits, so that products of such halves are exact. */
static double upper(double x)
{
	return float64(bits64(x) & ~UINT64_C(0x7ffffff));
}

/* a * b exactly, but for the last bit of lo. */
static struct twofold product(double a, double b)
{
	double ah = upper(a), al = a - ah, bh = upper(b), bl = b - bh, p = a * b;
	return (struct twofold){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static struct twofold times(struct twofold a, struct twofold b)
{
	struct twofold p = product(a.hi, b.hi);
	return sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* log2 x, good to 2^-63; x is positive and finite. */
static struct twofold log2_twofold(double x)
{
	static const struct twofold third = {0x1.5555555555555p-1, 0x1.5555555555555p-55};
	static const struct twofold per_ln2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
	static const double c[] = {2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13, 2.0 / 15,
	        2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
	uint64_t u = bits64(x);
	int e = 0;
	if (u < ONE64) {
		u = bits64(x * 0x1p54);
		e = -54;
	}
	int k = (int)((int64_t)(u - bits64(0x1.6a09e667f3bcdp-1)) >> 52);
	double f = float64(u - ((uint64_t)(int64_t)k << 52)) - 1.0;
	/* s = f / (2 + f), as log.c has it, and 2 artanh(s) with its first two terms twofold. */
	struct twofold below = sum(2.0, f), s;
	s.hi = f / below.hi;
	struct twofold back = product(s.hi, below.hi);
	s.lo = ((f - back.hi) - back.lo - s.hi * below.lo) / below.hi;
	struct twofold z = times(s, s), cube = times(times(s, z), third);
	double tail = s.hi * z.hi * z.hi * POLY64(z.hi, c);
	struct twofold y = sum(2 * s.hi, cube.hi);
	y = times(sum(y.hi, y.lo + (2 * s.lo + (cube.lo + tail))), per_ln2);
	if (e + k == 0)
		return y;
	struct twofold whole = sum(e + k, y.hi);
	return sum(whole.hi, whole.lo + y.lo);
}

/* ---- Special cases ----------------------------------------------------------------------*/
enum wholeness { NOT_WHOLE, ODD, EVEN };

static enum wholeness wholeness(double y)
{
	double a = abs64(y);
	if (a >= 0x1p53)
		return EVEN;
	uint64_t n = (uint64_t)a;
	return (double)n != a ? NOT_WHOLE : n & 1 ? ODD : EVEN;
}

/* Put x^y into *z where it is special; else make x positive and leave the sign in *z. */
static int is_special(double *x, double y, double *z)
{
	const double inf = float64(INF64);
	double a = abs64(*x), b = abs64(y);
	*z = 1.0;
	if (y == 0 || *x == 1.0)
		return 1;
	if (*x != *x || y != y) {
		*z = *x + y;
		return 1;
	}
	if (b == inf) {
		*z = a == 1.0 ? 1.0 : (a > 1.0) == (y > 0) ? inf : 0.0;
		return 1;
	}
	enum wholeness w = wholeness(y);
	if (bits64(*x) >> 63 && w == ODD)
		*z = -1.0;
	if (a == 0 || a == inf) {
		*z = with_sign64((a == 0) == (y > 0) ? 0.0 : inf, *z);
		return 1;
	}
	if (*x < 0 && w == NOT_WHOLE) {
		*z = float64(NAN64);
		return 1;
	}
	*x = a;
	return 0;
}

double pow(double x, double y)
{
	double sign;
	if (is_special(&x, y, &sign))
		return sign;
	if (abs64(y) < 0x1p-65)
		return sign;
	if (abs64(y) > 0x1p65)
		return x == 1.0 ? sign : sign * ((x > 1.0) == (y > 0) ? float64(INF64) : 0.0);
	struct twofold l = log2_twofold(x), p = product(y, l.hi);
	p.lo += y * l.lo;
	if (p.hi > 1025.0)
		return sign * float64(INF64);
	if (p.hi < -1080.0)
		return sign * 0.0;
	/* exp2 of the sum; its argument is rounded when whole and fraction are apart. */
	double whole = (double)(int)p.hi;
	return sign * rt_exp2_of_sum((p.hi - whole) + p.lo, (int)whole);
}

float powf(float x, float y)
{
	double a = (double)x, sign;
	if (is_special(&a, (double)y, &sign))
		return (float)sign;
	return (float)(sign * exp2((double)y * log2(a)));
}
