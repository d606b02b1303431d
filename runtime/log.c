/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/log.c: logarithms.
 *
 * Idea.   x = 2^e * (1 + f), 1 + f between sqrt(1/2) and sqrt(2).  With s = f / (2 + f),
 *         log(1 + f) = 2 artanh(s) = f - s (f - 2 s^2 (1/3 + s^2 / 5 + ...)): f is exact, and
 *         what is subtracted is a sixth of it at most.  For float a Chebyshev fit in f itself
 *         saves the division. */
#include "poly.h"

double log2(double x);
double log10(double x);
float logf(float x);

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

float logf(float x)
{
	static const float c[] = {0x1.555554p-2f, -0x1.fffffcp-3f, 0x1.999d5ap-3f, -0x1.555b4ap-3f,
	        0x1.23d21ap-3f, -0x1.fcf4c6p-4f, 0x1.dea282p-4f, -0x1.d635bcp-4f, 0x1.1d8ea6p-4f};
	uint32_t u = bits32(x);
	int e = 0;
	if (u - 0x800000 >= INF32 - 0x800000) { /* not positive and normal */
		if (!(u << 1))
			return -float32(INF32);
		if (u >= INF32)
			return u > INF32 && u >> 31 ? float32(NAN32) : x;
		u = bits32(x * 0x1p24f);
		e = -24;
	}
	int k = (int32_t)(u - bits32(0x1.6a09e6p-1f)) >> 23;
	float f = float32(u - ((uint32_t)k << 23)) - 1.0f, z = f * f;
	float n = (float)(e + k);
	float rest = fused(n * 0x1.0bfbe8p-15f, z * f, POLY32(f, c));
	return fused(f + fused_minus(rest, 0.5f, z), n, 0x1.62ep-1f);
}
