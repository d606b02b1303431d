/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/pow.c: pow.
 *
 * Idea.   x^y = 2^(y log2 x).  The product can be 1024, so the logarithm must be good to ten bits
 *         more than a double: it is kept as a sum of two.  For float all is done with
 *         integers: legalize/bits_pow.c does the same on vectors, to the bit.
 * Keeps   the special cases of C (annex F). */
#include "poly.h"

double pow(double x, double y);
float powf(float x, float y);

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

/* ---- float, in fixed point --------------------------------------------------------------*/
/* Change this together with legalize/bits_pow.c, which says what the steps are. */
static inline int32_t high(int32_t x, int32_t y)
{
	return __builtin_HEXAGON_M2_mpy_up_s1(x, y);
}

/* The lower 31 bits of a product. */
static inline int32_t low(int32_t x, int32_t y)
{
	return (int32_t)((uint32_t)x * (uint32_t)y & INT32_MAX);
}

static inline int at_most(int x, int most)
{
	return x < most ? x : most;
}

static inline int at_least(int x, int least)
{
	return x > least ? x : least;
}

/* The logarithm to base 2 of x = 2^k (1 + f) is k + (hi 2^-29 + lo 2^-53) 2^-left. */
struct logarithm {
	int k, left;
	int32_t hi, lo;
};

static inline struct logarithm fixed_log2(uint32_t x)
{
	enum { FIRST = 1 << 23, ROOT_2 = 0x3504f3, UPPER = 0x7fff0000 };
	int zeros = at_least(__builtin_clz(x) - 8, 0);
	int32_t d = (int32_t)(x << zeros & (FIRST - 1));
	int above = d >= ROOT_2;
	int k = (int)(x << zeros >> 23) - 127 + above - zeros;
	d = above ? d - FIRST : d + d;
	int left = __builtin_clz((uint32_t)(d < 0 ? -d : d) | 1) - 8;
	int32_t f = (int32_t)((uint32_t)d << 7 << left), two = (1 << 25) + d, y = two << 5;
	/* s = f / (2 + f) */
	int32_t r = (2115421000 - high(y, 2053214208)) & UPPER;
	r = high((1 << 30) - high(y, r), r) << 2 & UPPER;
	r = (high((1 << 30) - high(y, r), r) << 2) + 42;
	int32_t s = high(f, r);
	int32_t rest = high((int32_t)(((uint32_t)f << 24) - (uint32_t)s * (uint32_t)two), r);
	/* z = s^2, 2 artanh(s) / (s ln 2) = c */
	int32_t z = (int32_t)((((uint32_t)s << 1) + (uint32_t)(rest >> 23) ^ (uint32_t)(d >> 31)) >>
	                      (left - 1));
	z = 2 * high(z, z) + 1;
	int32_t c = high(572, z & UPPER) + 20981;
	c = high(high(high(c, z) + 864453, z) + 38727049, z) + 2065442673;
	c = high(z, c) + 87;
	int32_t of_c = c & 127;
	c = 1549082004 + (c >> 7);
	int32_t lo = (low(s, c) >> 7) + high(rest, c) + high(s, of_c << 17);
	return (struct logarithm){k, left, high(s, c) + (lo >> 24), lo & 0xffffff};
}

/* x^y, x positive and finite, but not 1; y finite, but not 0. */
static float fixed_pow(uint32_t x, uint32_t y)
{
	enum { MOST = 9, LEAST = -60 };
	struct logarithm l = fixed_log2(x);
	int e = (int)(y >> 23 & 0xff) - 127, near = e - l.left, negative = (int32_t)y < 0;
	int32_t m = (int32_t)((y & 0x7fffff) << 7 | 1U << 30);
	if ((l.k ? e : near) >= MOST)
		return (x > bits32(1.0f)) != negative ? float32(INF32) : 0.0f;
	e = at_least(at_most(e, MOST - 1), LEAST); /* if it was more, k is 0 */
	near = at_most(at_least(near, LEAST - 30), MOST);
	/* y times the logarithm's fraction: hi 2^-28 + lo 2^-58 */
	int32_t lo = (low(m, l.hi) >> 1) + (high(m, l.lo << 7) >> 1);
	int32_t hi = high(m, l.hi) + (lo >> 30);
	lo &= (1 << 30) - 1;
	int up = at_least(near + 4, 0), down = at_most(at_least(-4 - near, 0), 31);
	int32_t fine = (int32_t)(((uint32_t)hi << up) + (uint32_t)(lo >> (30 - up))) >> down;
	/* y k; of both the digits behind the point, in units of 2^-32, and all, in units of 2^-14 */
	int32_t whole = high((int32_t)((uint32_t)l.k << 23), m);
	uint32_t exact = (uint32_t)l.k * (uint32_t)(m >> 7);
	fine = (int32_t)((uint32_t)fine +
	                 (e >= -9 ? exact << at_least(e + 9, 0)
	                          : (uint32_t)(whole >> at_most(at_least(-10 - e, 0), 31))));
	int32_t all = (whole >> at_most(8 - e, 31)) + (hi >> at_most(14 - near, 31));
	fine = negative ? (int32_t)-(uint32_t)fine : fine;
	all = negative ? -all : all;
	return rt_exp2f_of_sum(fine >> 1, (all - (fine >> 18) + (1 << 13)) >> 14);
}

/* The same of any x and y. */
static __attribute__((noinline)) float far_pow(float x, float y)
{
	double a = (double)x, sign;
	if (is_special(&a, (double)y, &sign))
		return sign != sign ? float32(UINT32_MAX) : (float)sign;
	return a == 1.0 ? (float)sign : (float)sign * fixed_pow(bits32((float)a), bits32(y));
}

float powf(float x, float y)
{
	uint32_t m = bits32(y) << 1;
	if (bits32(x) - 1 >= INF32 - 1 || bits32(x) == bits32(1.0f) || m - 1 >= (INF32 << 1) - 1)
		return far_pow(x, y);
	return fixed_pow(bits32(x), bits32(y));
}
