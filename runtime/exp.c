/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/exp.c: exponential functions.
 *
 * Idea.   e^x = 2^k * e^r with k whole and |r| <= ln 2 / 2, e^r by a polynomial: Taylor's for
 *         double.  ln 2 is subtracted in two parts, the first short enough that its product with k
 *         is exact.
 *         expf and exp2f are made of integers alone: legalize/bits_exp.c does the same on vectors,
 *         to the bit.
 * Costs   README.md has packets and errors. */
#include "poly.h"

double exp2(double x);
double exp10(double x);
double expm1(double x);
float expf(float x);
float exp2f(float x);

static const double LN2_HI = 0x1.62e42feep-1, LN2_LO = 0x1.a39ef35793c76p-33;

/* ---- double -----------------------------------------------------------------------------*/
/* e^r - 1 for |r| <= 0.35. */
static double small_expm1(double r)
{
	static const double c[] = {1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040,
	        1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600,
	        1.0 / 6227020800};
	return r + r * r * POLY64(r, c);
}

/* y * 2^k for y in [1/4, 4], rounded once also where the result is denormal. */
static double scale(double y, int k)
{
	if (k > 1000)
		return y * 0x1p1000 * power_of_two(k > 1200 ? 200 : k - 1000);
	if (k < -1000)
		return y * power_of_two(k < -1200 ? -200 : k + 1000) * 0x1p-1000;
	return y * power_of_two(k);
}

/* The whole number next to x, |x| < 2^31. */
static int nearest(double x)
{
	return (int)(x + with_sign64(0.5, x));
}

/* Is e^(c x) or the like surely zero, infinite or not a number?  Then *y is it. */
static int is_out_of_range(double x, double limit, double *y)
{
	if (abs64(x) < limit)
		return 0;
	*y = x != x ? x : x > 0 ? float64(INF64) : 0.0;
	return 1;
}

double exp(double x)
{
	double y;
	if (is_out_of_range(x, 750.0, &y))
		return y;
	int k = nearest(x * 0x1.71547652b82fep+0);
	double r = (x - k * LN2_HI) - k * LN2_LO;
	return scale(1.0 + small_expm1(r), k);
}

double rt_exp2_of_sum(double x, int k)
{
	int whole = nearest(x);
	return scale(1.0 + small_expm1((x - whole) * 0x1.62e42fefa39efp-1), k + whole);
}

double exp2(double x)
{
	double y;
	return is_out_of_range(x, 1080.0, &y) ? y : rt_exp2_of_sum(x, 0);
}

double exp10(double x)
{
	static const double LG2_HI = 0x1.34413508p-2, LG2_LO = 0x1.f79fef311f12bp-34;
	double y;
	if (is_out_of_range(x, 330.0, &y))
		return y;
	int k = nearest(x * 0x1.a934f0979a371p+1);
	double r = (x - k * LG2_HI) - k * LG2_LO;
	return scale(1.0 + small_expm1(r * 0x1.26bb1bbb55516p+1), k);
}

double expm1(double x)
{
	double y;
	if (is_out_of_range(x, 750.0, &y))
		return y == 0.0 ? -1.0 : y;
	if (abs64(x) < 0x1p-60)
		return x;
	if (x < -40.0)
		return -1.0;
	int k = nearest(x * 0x1.71547652b82fep+0);
	double r = (x - k * LN2_HI) - k * LN2_LO;
	double p = small_expm1(r);
	return k > 60 ? scale(1.0 + p, k) : scale(p + (1.0 - power_of_two(-k)), k);
}

/* ---- float, in fixed point --------------------------------------------------------------*/
/* Change this together with legalize/bits_exp.c, which says what the steps are. */
struct power {
	int32_t c[7], lg; /* lg e in units of 2^-30; 0: it is 1 */
	uint32_t ln2;
	float least, most; /* zero from minus the first down, infinite from the second on */
};
static const struct power OF_E = {
        {1 << 30, 1073741877, 536870958, 178953786, 44737373, 8996117, 23 << 16}, 0x5c550000,
        1488522236, 0x1.9fe36ap+6f, 0x1.62e43p+6f};
static const struct power OF_2 = {
        {1073741825, 744261147, 257941257, 59596186, 10327244, 1438861, 166194}, 0,
        UINT32_C(1) << 31, 150.0f, 128.0f};

/* The power of x is y 2^(k - 30), x being a float's bits, 2^-26 <= |x| < 128 (of 2^x: 256), e its exponent as stored. */
static inline __attribute__((always_inline)) int32_t fixed_power(const struct power *p, uint32_t x,
        int e, int *k)
{
	const int32_t first = 0x800000;
	int32_t s = (int32_t)(x & 0x7fffff), whole;
	s = (int32_t)x < 0 ? -first - s : first + s;
	whole = p->lg ? __builtin_HEXAGON_M2_mpy_up_s1(__builtin_HEXAGON_S2_asl_r_r(s, e - 126),
	                        p->lg)
	              : __builtin_HEXAGON_S2_asl_r_r(s, e - 127);
	/* (whole >> 22) + 1 >> 1 */
	*k = __builtin_HEXAGON_S2_asr_i_r_rnd(whole, 22);
	uint32_t r = (uint32_t)__builtin_HEXAGON_S2_asl_r_r(s, e - 119) - (uint32_t)*k * p->ln2;
	return FIXED((int32_t)r, p->c) | 1; /* never half way between two floats */
}

/* y 2^(k - 30), which may be subnormal; infinite or more where it is too large.  2^29 < y < 2^31. */
static inline __attribute__((always_inline)) uint32_t packed(int32_t y, int k)
{
	int below = y < 1 << 30;
	k -= below;
	y <<= below;
	int n = k < -126 ? -119 - k : 7;
	return (((uint32_t)y + (1U << (n - 1))) >> n) + ((uint32_t)(k < -126 ? 0 : k + 126) << 23);
}

/* The same where the result may be subnormal, zero, infinite or no number, or is one. */
static inline __attribute__((always_inline)) float far_power(const struct power *p, uint32_t x)
{
	uint32_t m = x & ~SIGN32;
	if (m > INF32)
		return float32(x | 0x400000);
	if (m < bits32(0x1p-26f))
		return 1.0f;
	if (m >= bits32(x >> 31 ? p->least : p->most))
		return x >> 31 ? 0.0f : float32(INF32);
	int k;
	int32_t y = fixed_power(p, x, (int)(m >> 23), &k);
	return float32(packed(y, k));
}

static __attribute__((noinline)) float far_exp(uint32_t x)
{
	return far_power(&OF_E, x);
}

static __attribute__((noinline)) float far_exp2(uint32_t x)
{
	return far_power(&OF_2, x);
}

static inline __attribute__((always_inline)) float power(const struct power *p,
        float (*far)(uint32_t), float x)
{
	enum { LEAST = 127 - 25, MOST = 127 + 5 };
	int e = (int)(bits32(x) >> 23 & 0xff), k;
	if ((unsigned)(e - LEAST) > MOST - LEAST)
		return far(bits32(x));
	float y = (float)fixed_power(p, bits32(x), e, &k);
	return float32(bits32(y) + ((uint32_t)(k - 30) << 23));
}

float expf(float x)
{
	return power(&OF_E, far_exp, x);
}

float exp2f(float x)
{
	return power(&OF_2, far_exp2, x);
}

float rt_exp2f_of_sum(int32_t r, int k)
{
	int32_t y = FIXED(r, OF_2.c) | 1;
	if (k >= -125 && k < 127)
		return float32(bits32((float)y) + ((uint32_t)(k - 30) << 23));
	if (2 * k + (r > 0) < -299)
		return 0.0f;
	uint32_t u = packed(y, k < 129 ? k : 129);
	return float32(u < INF32 ? u : INF32);
}
