/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/runtime/compare.c: read the results of probe.c from stdin, compute the same by the host's
 * libraries, print a line for each function; fail where one is beyond its limit. */
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rows.h"

/* ---- References for halves and bfloats ---------------------------------------------------*/
static float half_to_float(uint16_t h)
{
	int e = h >> 10 & 31, m = h & 1023;
	double x = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
	return (float)(h >> 15 ? -x : x);
}

static float bfloat_to_float(uint16_t b)
{
	return float_of_bits((uint32_t)b << 16);
}

/* The nearest of the finite values that widen gives for 0 .. last, ties to even, found by halving;
 * from half way to what would follow last on it is last + 1, infinity. */
static uint16_t nearest(long double x, float (*widen)(uint16_t), uint16_t last, long double beyond)
{
	uint16_t sign = signbit(x) ? 0x8000 : 0, low = 0, high = last;
	if (x != x)
		return (uint16_t)(last + 2);
	x = fabsl(x);
	if (x >= beyond)
		return sign | (uint16_t)(last + 1);
	while (low < high) { /* the largest value not above x */
		uint16_t middle = (uint16_t)((low + high + 1) / 2);
		if (widen(middle) <= x)
			low = middle;
		else
			high = (uint16_t)(middle - 1);
	}
	if (low == last)
		return sign | low;
	long double below = x - widen(low), above = widen((uint16_t)(low + 1)) - x;
	bool up = above < below || (above == below && (low & 1));
	return sign | (uint16_t)(low + up);
}

static uint16_t nearest_half(long double x)
{
	return nearest(x, half_to_float, 0x7bff, 65520.0L);
}

static uint16_t nearest_bfloat(long double x)
{
	return nearest(x, bfloat_to_float, 0x7f7f, 0x1.ffp127L);
}

/* ---- Distances --------------------------------------------------------------------------*/
static bool same_half(uint64_t x, uint64_t y, unsigned infinity)
{
	return x == y || ((x & 0x7fff) > infinity && (y & 0x7fff) > infinity);
}

/* Infinity, and what is beyond the largest number, as the power of two that would follow it: an
 * overflow then is as wrong as the exact value is far from there. */
static long double clamp(long double x, int top)
{
	long double limit = ldexpl(1, top);
	return fabsl(x) > limit ? copysignl(limit, x) : x;
}

/* How many ulps lie between x and exact, in the type of p bits whose least number is 2^least. */
static long double ulps(long double x, long double exact, int p, int least, int top)
{
	int e;
	if (x != x || exact != exact)
		return (x != x) == (exact != exact) ? 0 : INFINITY;
	x = clamp(x, top);
	exact = clamp(exact, top);
	frexpl(exact, &e);
	e = e > top ? top : e;
	return fabsl(x - exact) / ldexpl(1, e - p > least ? e - p : least);
}

#define DISTANCE_F(bits, y, limit)                                                                 \
	(limit ? ulps(float_of_bits((uint32_t)bits), y, 24, -149, 128)                             \
	       : same_float((uint32_t)bits, bits_of_float((float)(y))))
#define DISTANCE_D(bits, y, limit)                                                                 \
	(limit ? ulps(double_of_bits(bits), y, 53, -1074, 1024)                                    \
	       : same_double(bits, bits_of_double((double)(y))))
#define DISTANCE_I(bits, y, limit) ((uint32_t)(bits) == (uint32_t)(y) ? 0 : INFINITY)
#define DISTANCE_U(bits, y, limit) ((uint32_t)(bits) == (y) ? 0 : INFINITY)
#define DISTANCE_L(bits, y, limit) ((bits) == (uint64_t)(y) ? 0 : INFINITY)
#define DISTANCE_Q(bits, y, limit) ((bits) == (y) ? 0 : INFINITY)
#define DISTANCE_H(bits, y, limit) (same_half(bits, y, 0x7c00) ? 0 : INFINITY)
#define DISTANCE_B(bits, y, limit) (same_half(bits, y, 0x7f80) ? 0 : INFINITY)

static long double same_float(uint32_t x, uint32_t y)
{
	bool nans = (x & 0x7fffffff) > 0x7f800000 && (y & 0x7fffffff) > 0x7f800000;
	return x == y || nans ? 0 : INFINITY;
}

static long double same_double(uint64_t x, uint64_t y)
{
	double a = double_of_bits(x), b = double_of_bits(y);
	return x == y || (a != a && b != b) ? 0 : INFINITY;
}

/* ---- Rows -------------------------------------------------------------------------------*/
#define ROW(name, shape, limit, low, high, hexagon, host)                                          \
	static long double distance_##name(uint32_t row, uint32_t i, uint64_t bits)                \
	{                                                                                          \
		const struct range r = {low, high};                                                \
		DECLARE_##shape return PASTE_LATE(DISTANCE_, RESULT_##shape)(bits, host, limit);   \
	}
#include "functions.def"

static const struct row {
	const char *name;
	long double (*distance)(uint32_t row, uint32_t i, uint64_t bits);
	double limit;
	struct range range;
} rows[] = {
#define ROW(name, shape, limit, low, high, hexagon, host)                                          \
	{#name, distance_##name, limit, {low, high}},
#include "functions.def"
};

/* Compare one row; false where it is beyond its limit, or the results end. */
static bool compare_row(uint32_t row)
{
	static uint64_t results[INPUTS];
	const struct row *t = &rows[row];
	struct row_header h;
	uint32_t worst = 0;
	long double most = 0;
	if (fread(&h, sizeof h, 1, stdin) != 1 || h.row != row ||
	        fread(results, sizeof results, 1, stdin) != 1) {
		printf("%-18s no results\n", t->name);
		return false;
	}
	for (uint32_t i = 0; i < INPUTS; i++) {
		long double d = t->distance(row, i, results[i]);
		if (d > most) {
			most = d;
			worst = i;
		}
	}
	bool ok = most <= t->limit;
	printf("%-18s max %8.4Lf ulp of %g  %7.1f packets%s\n", t->name, most, t->limit,
	        (double)h.packets / h.inputs, ok ? "" : "  WRONG");
	if (!ok) {
		printf("    input %u: (%a, %a)  floats (%a, %a)  integers (%lld, %lld)  result "
		       "%016llx\n",
		        worst, input_double(row, worst, 0, t->range),
		        input_double(row, worst, 1, t->range),
		        (double)input_float(row, worst, 0, t->range),
		        (double)input_float(row, worst, 1, t->range),
		        (long long)input_integer(row, worst, 0),
		        (long long)input_integer(row, worst, 1),
		        (unsigned long long)results[worst]);
	}
	return ok;
}

int main(void)
{
	unsigned wrong = 0;
	for (uint32_t row = 0; row < sizeof rows / sizeof *rows; row++)
		wrong += !compare_row(row);
	if (wrong)
		printf("%u functions are wrong\n", wrong);
	return wrong != 0;
}
