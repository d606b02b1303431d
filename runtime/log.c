/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/log.c: logarithms.
 *
 * Idea.   x = 2^e * (1 + f), 1 + f between sqrt(1/2) and sqrt(2).  With s = f / (2 + f),
 *         log(1 + f) = 2 artanh(s) = f - s (f - 2 s^2 (1/3 + s^2 / 5 + ...)): f is exact, and
 *         what is subtracted is a sixth of it at most.
 *         For float all is done with integers: legalize/bits_log.c does the same on vectors, to the
 *         bit. */
#include "poly.h"

double log2(double x);
double log10(double x);
float logf(float x);
float log2f(float x);
float log10f(float x);
float log1pf(float x);

static const double LN2_HI = 0x1.62e42feep-1, LN2_LO = 0x1.a39ef35793c76p-33;

struct split {
	double f;
	int e;
};

/* x = 2^e (1 + f); x is positive and finite. */
static struct split take_apart(double x)
{
	uint64_t u = bits64(x);
	int e = 0;
	if (u < ONE64) {
		u = bits64(x * 0x1p54);
		e = -54;
	}
	/* Subtracting sqrt(1/2) makes the exponent change there. */
	uint64_t from_root = u - bits64(0x1.6a09e667f3bcdp-1);
	int k = (int)((int64_t)from_root >> 52);
	return (struct split){float64(u - ((uint64_t)(int64_t)k << 52)) - 1.0, e + k};
}

/* f - log(1 + f). */
static double lack(double f)
{
	static const double c[] = {2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13, 2.0 / 15,
	        2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
	double s = f / (2.0 + f), z = s * s;
	return s * (f - z * POLY64(z, c));
}

/* The logarithm of zero, a negative number, infinity or what is not a number. */
static int is_special(double x, double *y)
{
	if (x > 0 && x < float64(INF64))
		return 0;
	*y = x == 0 ? -float64(INF64) : x < 0 ? float64(NAN64) : x;
	return 1;
}

double log(double x)
{
	double y;
	if (is_special(x, &y))
		return y;
	struct split p = take_apart(x);
	return p.e * LN2_HI + (p.f - (lack(p.f) - p.e * LN2_LO));
}

double log1p(double x)
{
	double y, u = 1.0 + x;
	if (abs64(x) < 0x1p-54)
		return x;
	if (is_special(u, &y))
		return y;
	/* What the addition lost counts as its share of u. */
	double lost = x < 1.0 ? x - (u - 1.0) : 1.0 - (u - x);
	lost = lost * (double)(1.0f / (float)(u < 0x1p100 ? u : 0x1p100));
	struct split p = take_apart(u);
	return p.e * LN2_HI + (p.f - (lack(p.f) - (p.e * LN2_LO + lost)));
}

/* The logarithm of 1 + f in another base, whose factor is hi + lo; hi is short enough that its
 * product with the upper half of f is exact. */
static double in_base(double f, double hi, double lo)
{
	double upper = float64(bits64(f) & ~UINT64_C(0xffffffff));
	double rest = (f - upper) - lack(f);
	double lead = upper * hi;
	return lead + (rest * hi + (upper + rest) * lo);
}

double log2(double x)
{
	double y;
	if (is_special(x, &y))
		return y;
	struct split p = take_apart(x);
	return p.e + in_base(p.f, 0x1.71547652p+0, 0x1.705fc2eefa2p-33);
}

double log10(double x)
{
	static const double LG2_HI = 0x1.34413508p-2, LG2_LO = 0x1.f79fef311f12bp-34;
	double y;
	if (is_special(x, &y))
		return y;
	struct split p = take_apart(x);
	return p.e * LG2_HI + (p.e * LG2_LO + in_base(p.f, 0x1.bcb7b152p-2, 0x1.b9438ca9aadd5p-36));
}

/* ---- float, in fixed point --------------------------------------------------------------*/
/* Change this together with legalize/bits_log.c, which says what the steps are. */
struct base {
	int32_t q[11], of_2; /* the logarithm of 2 in units of 2^(-1 - unit); 0: it is 1 */
	int unit;
};
static const struct base TO_E = {
        {1073741826, -536870911, 357913595, -268435280, 214776174, -178987901, 152615602,
                -132904723, 127760742, -127041971, 74221507},
        1488522236, 30};
static const struct base TO_2 = {
        {1549082007, -774541001, 516360168, -387270248, 309856521, -258224957, 220177771,
                -191740986, 184319790, -183282822, 107078998},
        0, 30};
static const struct base TO_10 = {
        {932640300, -466320148, 310879799, -233159922, 186552215, -155466915, 132560228, -115439576,
                110971571, -110347253, 64467981},
        1292913986, 31};

/* The logarithm of 2^k (1 + f); y is f shifted to the left. */
static inline __attribute__((always_inline)) float log_of(const struct base *b, int k, int32_t f,
        int32_t y, int left)
{
	int unit = b->unit + left;
	y = __builtin_HEXAGON_M2_mpy_up_s1(y, FIXED(f, b->q));
	if (k) {
		int zeros = __builtin_clz((uint32_t)(k < 0 ? -k : k));
		int32_t sum = (int32_t)((uint32_t)k << (zeros - 1));
		sum = b->of_2 ? __builtin_HEXAGON_M2_mpy_up_s1(sum, b->of_2) : sum;
		y = sum + __builtin_HEXAGON_S2_asr_r_r(y, 31 - zeros + left);
		unit = b->unit - 31 + zeros;
	}
	return float32(bits32((float)(y | 1)) -
	               ((uint32_t)unit << 23)); /* never half way between two floats */
}

/* The logarithm of 2^more x, x being the bits of a normal number other than 1. */
static inline __attribute__((always_inline)) float fixed_log(const struct base *b, uint32_t x,
        int more)
{
	int32_t d = (int32_t)(x & 0x7fffff);
	int above = d >= 0x3504f3, k = (int)(x >> 23) - 127 + above + more;
	int32_t f = (int32_t)((uint32_t)(above ? d - 0x800000 : d + d) << 7);
	int left = __builtin_HEXAGON_S2_clb(f) - 1;
	return log_of(b, k, f, __builtin_HEXAGON_S2_asl_r_r(f, left), left);
}

/* The same of what is no positive normal number, or 1. */
static inline __attribute__((always_inline)) float far_log(const struct base *b, uint32_t x)
{
	uint32_t m = x & ~SIGN32;
	if (m > INF32)
		return float32(x | 0x400000);
	if (!m)
		return -float32(INF32);
	if (x >= INF32)
		return float32(x == INF32 ? x : NAN32);
	if (x == bits32(1.0f))
		return 0.0f;
	int zeros = __builtin_clz(x) - 8;
	return fixed_log(b, x << zeros, -zeros);
}

#define LOGARITHM(name, base)                                                                      \
	static __attribute__((noinline)) float far_##name(uint32_t x)                              \
	{                                                                                          \
		return far_log(&base, x);                                                          \
	}                                                                                          \
	float name(float x)                                                                        \
	{                                                                                          \
		uint32_t u = bits32(x);                                                            \
		if (u - 0x800000 >= INF32 - 0x800000 || u == bits32(1.0f))                         \
			return far_##name(u);                                                      \
		return fixed_log(&base, u, 0);                                                     \
	}
LOGARITHM(logf, TO_E)
LOGARITHM(log2f, TO_2)
LOGARITHM(log10f, TO_10)

/* log(1 + x) of what is too near to 0, not above -1, or no finite number. */
static __attribute__((noinline)) float far_log1p(uint32_t x)
{
	uint32_t m = x & ~SIGN32, one = bits32(1.0f);
	if (m > INF32)
		return float32(x | 0x400000);
	if (x == INF32 || m < one)
		return float32(x);
	return m == one ? -float32(INF32) : float32(NAN32);
}

float log1pf(float x)
{
	enum { TINY = 0x33000000 };
	uint32_t u = bits32(x), m = u & ~SIGN32;
	if (m - TINY >= INF32 - TINY || u >= bits32(-1.0f))
		return far_log1p(u);
	int e = (int)(m >> 23) - 127, up = e > 0 ? e : 0, negative = (int32_t)u < 0;
	uint32_t digits = (m & 0x7fffff) << 7 | 1U << 30;
	u = digits >> (up - e);
	u = (negative ? -u : u) + ((1U << 30) >> (up < 31 ? up : 31));
	int zeros = __builtin_clz(u);
	int32_t d = (int32_t)(u << zeros & INT32_MAX);
	int above = d >= 0x3504f3 << 8, k = up + 1 - zeros + above;
	int32_t f = above ? (int32_t)((uint32_t)d ^ SIGN32) >> 1 : d;
	int left = __builtin_HEXAGON_S2_clb(f) - 1;
	int32_t y = __builtin_HEXAGON_S2_asl_r_r(f, left);
	if (!k) {
		y = negative ? -(int32_t)digits : (int32_t)digits;
		left = -1 - e;
	}
	return log_of(&TO_E, k, f, y, left);
}
