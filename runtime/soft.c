/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/soft.c: division, square root and fused multiply-add where they are calls, correctly
 * rounded to nearest even.
 *
 * Idea.   Singles are done by the instructions Hexagon has for it.  For doubles an estimate in
 *         single precision gives the bits of an integer quotient or root, the exact integer
 *         remainder says what is missing, and finish() rounds once.
 * Wrong   if compiled for size: the division in __hexagon_divsf3 would become a call of itself. */
#include "internal.h"

float __hexagon_divsf3(float a, float b);
float __hexagon_fast_divsf3(float a, float b);
double __hexagon_divdf3(double a, double b);
double __hexagon_fast_divdf3(double a, double b);
float __hexagon_sqrtf(float x);
float __hexagon_fast2_sqrtf(float x);
double __hexagon_fast2_sqrtdf2(double x);
double __hexagon_adddf3(double a, double b);
double __hexagon_subdf3(double a, double b);
double __hexagon_muldf3(double a, double b);
double __hexagon_fast_adddf3(double a, double b);
double __hexagon_fast_subdf3(double a, double b);
double __hexagon_fast_muldf3(double a, double b);
float fmaf(float a, float b, float c);
double fma(double a, double b, double c);

/* ---- Parts of a double ------------------------------------------------------------------*/
/* x = m * 2^e, m with bit 52 set; x is finite and not zero. */
struct parts {
	uint64_t m;
	int e;
};

static struct parts take_apart(uint64_t u)
{
	struct parts p = {u & (ONE64 - 1), (int)(u >> 52 & 0x7ff) - 1075};
	if (p.e == -1075) {
		int shift = __builtin_clzll(p.m) - 11;
		p.m <<= shift;
		p.e = -1074 - shift;
	} else {
		p.m |= ONE64;
	}
	return p;
}

/* Return sign with the value m * 2^e rounded, m with bit 62 or 63 set and bit 0 sticky. */
static double finish(uint64_t sign, uint64_t m, int e)
{
	int low = m >> 63 ? 11 : 10; /* bits below the result's 53 */
	if (e + low > 971)
		return float64(sign | INF64);
	if (e + low < -1074) { /* denormal: fewer bits */
		low = -1074 - e;
		if (low > 63) {
			m = low == 64 ? m >> 1 | (m & 1) : 1;
			low = 63;
		}
	}
	uint64_t kept = m >> low, lost = m << (64 - low);
	kept += lost > SIGN64 || (lost == SIGN64 && (kept & 1));
	/* The implicit bit, and a carry out of the fraction, count into the exponent. */
	int biased = e + low + 1074;
	return float64(sign | (kept + ((uint64_t)(uint32_t)(biased < 0 ? 0 : biased) << 52)));
}

/* ---- Division ---------------------------------------------------------------------------*/
float __hexagon_divsf3(float a, float b)
{
	return a / b; /* inline: sfrecipa, steps of Newton's, sffixup */
}

float __hexagon_fast_divsf3(float a, float b)
{
	return a / b;
}

/* Quotient of what is zero, infinite or not a number. */
static double special_quotient(double a, double b, uint64_t sign)
{
	uint64_t x = bits64(a) & ~SIGN64, y = bits64(b) & ~SIGN64;
	if (x > INF64 || y > INF64)
		return a + b;
	if ((x == INF64 && y == INF64) || (x == 0 && y == 0))
		return float64(NAN64);
	return float64(sign | (x == INF64 || y == 0 ? INF64 : 0));
}

/* Zero, infinite or not a number. */
static inline int is_special(double x)
{
	return (bits64(x) << 1) - 1 >= (INF64 << 1) - 1;
}

/* floor(x * 2^54 / y) for x and y with bit 52 the highest, x >= y; bit 0 of *sticky is set where
 * that is not all. */
static uint64_t quotient54(uint64_t x, uint64_t y, uint64_t *sticky)
{
	double d = (double)y;
	double r = (double)(1.0f / (float)y);
	r = r + r * (1.0 - d * r); /* good to 2^-45 */
	uint64_t q = (uint64_t)((double)x * (r * 0x1p54));
	/* Both products have more than 64 bits; their difference is small enough. */
	int64_t rest = (int64_t)((x << 54) - q * y);
	int64_t missing = (int64_t)((double)rest * r);
	q += (uint64_t)missing;
	rest -= missing * (int64_t)y;
	while (rest < 0) {
		rest += (int64_t)y;
		q--;
	}
	while (rest >= (int64_t)y) {
		rest -= (int64_t)y;
		q++;
	}
	*sticky = rest != 0;
	return q;
}

double __hexagon_divdf3(double a, double b)
{
	uint64_t sign = (bits64(a) ^ bits64(b)) & SIGN64, sticky;
	if (is_special(a) || is_special(b))
		return special_quotient(a, b, sign);
	struct parts x = take_apart(bits64(a) & ~SIGN64), y = take_apart(bits64(b) & ~SIGN64);
	int e = x.e - y.e;
	if (x.m < y.m) {
		x.m <<= 1;
		e--;
	}
	uint64_t q = quotient54(x.m, y.m, &sticky);
	return finish(sign, q << 8 | sticky, e - 62);
}

double __hexagon_fast_divdf3(double a, double b)
{
	return __hexagon_divdf3(a, b);
}

/* ---- Square root ------------------------------------------------------------------------*/
/* The root of x, 2^-100 < x < infinity: Newton's steps for the root g and half its reciprocal h,
 * then a last one from the exact remainder, which rounds correctly (all 2^24 * 2 significands
 * were tried). */
static float root(float x)
{
	float y;
	__asm__("%0,p0 = sfinvsqrta(%1)" : "=r"(y) : "r"(x) : "p0");
	float g = x * y, h = 0.5f * y;
	for (int i = 0; i < 2; i++) {
		float r = fused_minus(0.5f, g, h);
		g = fused(g, g, r);
		h = fused(h, h, r);
	}
	return fused(g, fused_minus(x, g, g), h);
}

float __hexagon_sqrtf(float x)
{
	uint32_t u = bits32(x);
	if (u - bits32(0x1p-100f) < INF32 - bits32(0x1p-100f))
		return root(x);
	if (!(u << 1) || u == INF32 || (u & ~SIGN32) > INF32)
		return x + x;
	if (u >> 31)
		return float32(NAN32);
	return root(x * 0x1p60f) * 0x1p-30f;
}

float __hexagon_fast2_sqrtf(float x)
{
	return __hexagon_sqrtf(x);
}

RT_SHARED float sqrtf(float x)
{
	return __hexagon_sqrtf(x);
}

/* floor(sqrt(m * 2^54)), for 2^52 <= m < 2^54. */
static uint64_t root54(uint64_t m)
{
	float estimate = root((float)m), half = 0.5f / estimate;
	double s = (double)estimate;
	s = s + ((double)m - s * s) * (double)half; /* good to 2^-46 */
	uint64_t r = (uint64_t)(s * 0x1p27);
	int64_t rest = (int64_t)((m << 54) - r * r); /* modulo 2^64: it is small */
	r += (uint64_t)(int64_t)((double)rest * ((double)half * 0x1p-27));
	rest = (int64_t)((m << 54) - r * r);
	while (rest < 0) {
		r--;
		rest += (int64_t)(2 * r + 1);
	}
	while (rest > (int64_t)(2 * r)) {
		rest -= (int64_t)(2 * r + 1);
		r++;
	}
	return r;
}

RT_SHARED double sqrt(double x)
{
	uint64_t u = bits64(x);
	if (is_special(x))
		return u == (SIGN64 | INF64) ? float64(NAN64) : u << 1 ? x + x : x;
	if (u >> 63)
		return float64(NAN64);
	struct parts p = take_apart(u);
	if (p.e & 1) {
		p.m <<= 1;
		p.e--;
	}
	/* 54 bits, the last of them says how to round: a root is never half way. */
	uint64_t r = root54(p.m);
	return float64(((uint64_t)(uint32_t)(p.e / 2 + 1048) << 52) + (r >> 1) + (r & 1));
}

double __hexagon_fast2_sqrtdf2(double x)
{
	return sqrt(x);
}

/* ---- Fused multiply-add -----------------------------------------------------------------*/
RT_SHARED float fmaf(float a, float b, float c)
{
	return fused(c, a, b);
}

/* 128 bits. */
struct wide {
	uint64_t hi, lo;
};

static struct wide multiply(uint64_t a, uint64_t b)
{
	uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
	uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)cross;
	return (struct wide){a1 * b1 + (cross >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

static struct wide shift_left(struct wide x, int n)
{
	if (n >= 64)
		return (struct wide){x.lo << (n - 64), 0};
	return n ? (struct wide){x.hi << n | x.lo >> (64 - n), x.lo << n} : x;
}

/* What falls off leaves bit 0 set. */
static struct wide shift_right_sticky(struct wide x, int n)
{
	if (n >= 128)
		return (struct wide){0, (x.hi | x.lo) != 0};
	if (n >= 64) {
		uint64_t lost = x.lo | (n > 64 ? x.hi << (128 - n) : 0);
		return (struct wide){0, x.hi >> (n - 64) | (lost != 0)};
	}
	if (n == 0)
		return x;
	return (struct wide){x.hi >> n, x.hi << (64 - n) | x.lo >> n | (x.lo << (64 - n) != 0)};
}

static struct wide add(struct wide x, struct wide y)
{
	uint64_t lo = x.lo + y.lo;
	return (struct wide){x.hi + y.hi + (lo < x.lo), lo};
}

static struct wide negate(struct wide x)
{
	return (struct wide){~x.hi + (x.lo == 0), -x.lo};
}

/* sign * x * 2^e rounded; x is not zero. */
static double finish_wide(uint64_t sign, struct wide x, int e)
{
	int up = x.hi ? __builtin_clzll(x.hi) : 64 + __builtin_clzll(x.lo);
	x = shift_left(x, up);
	return finish(sign, x.hi | (x.lo != 0), e - up + 64);
}

RT_SHARED double fma(double a, double b, double c)
{
	uint64_t sign = (bits64(a) ^ bits64(b)) & SIGN64, sign_c = bits64(c) & SIGN64;
	if (is_special(a) || is_special(b))
		return a * b + c; /* the product is exact */
	if (is_special(c) && bits64(c) << 1)
		return c;
	struct parts x = take_apart(bits64(a) & ~SIGN64), y = take_apart(bits64(b) & ~SIGN64);
	struct wide p = shift_left(multiply(x.m, y.m), 20); /* bit 124 or 125 */
	int e = x.e + y.e - 20;
	if (!(bits64(c) << 1))
		return finish_wide(sign, p, e);
	struct parts z = take_apart(bits64(c) & ~SIGN64);
	struct wide q = shift_left((struct wide){0, z.m}, 73); /* bit 125 */
	int apart = e - (z.e - 73);
	if (apart >= 0)
		q = shift_right_sticky(q, apart);
	else
		p = shift_right_sticky(p, -apart);
	if (apart < 0)
		e -= apart;
	if (sign == sign_c)
		return finish_wide(sign, add(p, q), e);
	struct wide rest = add(p, negate(q));
	if (!(rest.hi | rest.lo))
		return 0.0;
	if (rest.hi >> 63)
		return finish_wide(sign_c, negate(rest), e);
	return finish_wide(sign, rest, e);
}

/* ---- Calls of processors before v66 -----------------------------------------------------*/
double __hexagon_adddf3(double a, double b)
{
	return a + b;
}

double __hexagon_subdf3(double a, double b)
{
	return a - b;
}

double __hexagon_muldf3(double a, double b)
{
	return a * b;
}

double __hexagon_fast_adddf3(double a, double b)
{
	return a + b;
}

double __hexagon_fast_subdf3(double a, double b)
{
	return a - b;
}

double __hexagon_fast_muldf3(double a, double b)
{
	return a * b;
}
