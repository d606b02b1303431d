/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/trig.c: sine, cosine, tangent.
 *
 * Idea.   Take off the nearest multiple of pi/2, keeping what is left as a sum of two doubles;
 *         its lowest two bits choose between sin and cos, whose Taylor polynomials serve up to
 *         pi/4.  Up to 2^20 the multiple is subtracted in three parts; beyond, or where nearly
 *         nothing is left, x is multiplied by the bits of 2/pi that matter, in integers
 *         (Payne and Hanek's way). */
#include "poly.h"

double sin(double x);
double cos(double x);
double tan(double x);
float sinf(float x);
float cosf(float x);
float tanf(float x);

static const double PER_HALF_PI = 0x1.45f306dc9c883p-1;
/* pi/2 in parts of 33 bits, and its last 53. */
static const double PART1 = 0x1.921fb544p+0, PART2 = 0x1.0b4611a6p-34,
                    PART3 = 0x1.3198a2e037073p-69;
/* What PART2 and PART3 are together, for float. */
static const double PART23 = 0x1.0b4611a626331p-34;

/* What is left of an argument, and how many quarter turns were taken off, modulo 4. */
struct angle {
	struct twofold rest;
	unsigned turns;
};

/* ---- Reduction --------------------------------------------------------------------------*/
static struct twofold sum(double a, double b)
{
	double s = a + b, t = s - a;
	return (struct twofold){s, (a - (s - t)) + (b - t)};
}

static int nearest(double x)
{
	return (int)(x + with_sign64(0.5, x));
}

enum { WORDS = 6, LEADING_ZEROS = 64 };

/* The bits of 2/pi behind the point, after 64 zeros. */
static const uint32_t two_per_pi[] = {0, 0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
        0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea,
        0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
        0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b,
        0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
        0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20,
        0x9af4361d};

/* WORDS words of 2/pi from a bit on, highest first. */
static void bits_of_two_per_pi(uint32_t *w, int bit)
{
	const uint32_t *from = two_per_pi + bit / 32;
	for (int i = 0; i < WORDS; i++, from++)
		w[i] = bit % 32 ? from[0] << bit % 32 | from[1] >> (32 - bit % 32) : from[0];
}

/* p = m * w modulo 2^(32 WORDS); words are highest first. */
static void multiply(uint32_t *p, const uint32_t *w, uint64_t m)
{
	uint64_t low = (uint32_t)m, high = m >> 32, carry = 0;
	for (int i = WORDS - 1; i >= 0; i--) {
		carry += low * w[i];
		p[i] = (uint32_t)carry;
		carry >>= 32;
	}
	carry = 0;
	for (int i = WORDS - 2; i >= 0; i--) {
		carry += high * w[i + 1] + p[i];
		p[i] = (uint32_t)carry;
		carry >>= 32;
	}
}

/* pi/2 times the fraction (a 2^64 + b) / 2^128, a not zero. */
static struct twofold times_half_pi(uint64_t a, uint64_t b)
{
	int shift = __builtin_clzll(a);
	if (shift) {
		a = a << shift | b >> (64 - shift);
		b <<= shift;
	}
	/* 26 bits and the next 53: the first product with a part of pi/2 is exact. */
	double unit = power_of_two(-64 - shift);
	double high = (double)(a >> 44 << 44) * unit;
	double low = ((double)(a << 20 >> 20) + (double)b * 0x1p-64) * unit;
	struct twofold lead = sum(high * PART1, low * PART1);
	double t = lead.lo + (high + low) * PART23;
	return sum(lead.hi, t);
}

/* x of magnitude from 1/2 on: bits of 2/pi whose product with x is a multiple of four quarter
 * turns are left out. */
static struct angle reduce_large(double x)
{
	uint32_t w[WORDS], p[WORDS];
	uint64_t u = bits64(x);
	int e = (int)(u >> 52 & 0x7ff) - 1075;
	bits_of_two_per_pi(w, e - 2 + LEADING_ZEROS);
	multiply(p, w, (u & (ONE64 - 1)) | ONE64);
	uint64_t a = (uint64_t)p[0] << 32 | p[1], b = (uint64_t)p[2] << 32 | p[3];
	unsigned turns = (unsigned)(a >> 62);
	a = a << 2 | b >> 62;
	b = b << 2 | p[4] >> 30;
	uint64_t negative = u >> 63;
	if (a >> 63) { /* more than half a quarter: the next one is nearer */
		turns++;
		a = ~a + (b == 0);
		b = -b;
		negative ^= 1;
	}
	struct twofold r = times_half_pi(a, b);
	if (negative)
		r = (struct twofold){-r.hi, -r.lo};
	return (struct angle){r, u >> 63 ? -turns : turns};
}

static struct angle reduce(double x)
{
	if (abs64(x) <= 0x1.921fb54442d18p-1)
		return (struct angle){{x, 0.0}, 0};
	if (abs64(x) < 0x1p20) {
		int k = nearest(x * PER_HALF_PI);
		struct twofold r = sum(x - k * PART1, -k * PART2);
		r = sum(r.hi, r.lo - k * PART3);
		if (abs64(r.hi) > 0x1p-30)
			return (struct angle){r, (unsigned)k};
	}
	return reduce_large(x);
}

/* ---- double -----------------------------------------------------------------------------*/
/* Up to a little more than pi/4. */
static double small_sin(struct twofold r)
{
	static const double c[] = {-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
	        1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000};
	double z = r.hi * r.hi;
	return r.hi + (r.hi * z * POLY64(z, c) + r.lo * (1.0 - 0.5 * z));
}

static double small_cos(struct twofold r)
{
	static const double c[] = {1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800,
	        1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000};
	double z = r.hi * r.hi, half = 0.5 * z, w = 1.0 - half;
	return w + (((1.0 - w) - half) + (z * z * POLY64(z, c) - r.hi * r.lo));
}

static int is_finite(double x)
{
	return abs64(x) < float64(INF64);
}

/* sin(x + turns * pi/2). */
static double turned_sin(double x, unsigned turns)
{
	if (!is_finite(x))
		return float64(NAN64);
	struct angle a = reduce(x);
	turns += a.turns;
	double y = turns & 1 ? small_cos(a.rest) : small_sin(a.rest);
	return turns & 2 ? -y : y;
}

double sin(double x)
{
	return turned_sin(x, 0);
}

double cos(double x)
{
	return turned_sin(x, 1);
}

double tan(double x)
{
	if (!is_finite(x))
		return float64(NAN64);
	struct angle a = reduce(x);
	double s = small_sin(a.rest), c = small_cos(a.rest);
	return a.turns & 1 ? -c / s : s / c;
}

/* ---- float ------------------------------------------------------------------------------*/
/* As turned_sin; in double arithmetic, with shorter polynomials. */
static float turned_sinf(float x, unsigned turns)
{
	static const double c_sin[] = {-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880};
	static const double c_cos[] = {-1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800};
	double r = (double)x, y;
	if ((bits32(x) & ~SIGN32) >= bits32(0x1p20f)) {
		if (!is_finite(r))
			return float32(NAN32);
		struct angle a = reduce_large(r);
		r = a.rest.hi;
		turns += a.turns;
	} else {
		int k = nearest(r * PER_HALF_PI);
		r = (r - k * PART1) - k * PART23;
		turns += (unsigned)k;
	}
	double z = r * r;
	if (turns & 1)
		y = 1.0 + z * POLY64(z, c_cos);
	else
		y = r + r * z * POLY64(z, c_sin);
	return (float)(turns & 2 ? -y : y);
}

float sinf(float x)
{
	return turned_sinf(x, 0);
}

float cosf(float x)
{
	return turned_sinf(x, 1);
}

float tanf(float x)
{
	return (float)tan((double)x);
}
