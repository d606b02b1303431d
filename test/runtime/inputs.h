/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/runtime/inputs.h: the arguments of functions.def's rows, the same on host and Hexagon.
 * Only integers are used to make them. */
#ifndef TIRC_TEST_RUNTIME_INPUTS_H
#define TIRC_TEST_RUNTIME_INPUTS_H

#include <stddef.h>
#include <stdint.h>

enum { INPUTS = 65536 };

/* What the Hexagon program writes before a row's INPUTS results of eight bytes each. */
struct row_header {
	uint32_t row;
	uint32_t inputs;
	uint64_t packets; /* of all calls */
};

/* A range as two doubles' bits, so that both sides have the same. */
struct range {
	double low, high;
};

static inline uint64_t mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static inline uint64_t bits_of_double(double d)
{
	uint64_t u;
	__builtin_memcpy(&u, &d, sizeof u);
	return u;
}

static inline double double_of_bits(uint64_t u)
{
	double d;
	__builtin_memcpy(&d, &u, sizeof d);
	return d;
}

static inline uint32_t bits_of_float(float f)
{
	uint32_t u;
	__builtin_memcpy(&u, &f, sizeof u);
	return u;
}

static inline float float_of_bits(uint32_t u)
{
	float f;
	__builtin_memcpy(&f, &u, sizeof f);
	return f;
}

static const double special_doubles[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, 2.0, 3.0,
        -3.0, 4.0, 10.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp-1023, 0x1p-149,
        0x1p-126, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x1.fffffep+127, 0x1p31,
        0x1p52, 0x1p53, 0x1p63, 0x1p23, 0x1p24, 0x1.fffffffffffffp-1, 0x1.0000000000001p+0,
        0x1.fffffep-1, 0x1.000002p+0, 0x1.fffffffffffffp-2, 0x1.fffffep-2, 0x1.921fb54442d18p+0,
        0x1.921fb54442d18p-1, 0x1.921fb54442d18p+1, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp+0,
        0x1.62e42fefa39efp-1, 0x1.62e42fefa39efp+9, -0x1.74385446d71c3p+9, 65504.0, 65520.0,
        0x1p-24, 0x1p-25, 0x1.8p-24, -65519.999, 0x1p1000, 0x1p-1000, 1e22, 0x1.6ac5b262ca1ffp+849,
        __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
static const int64_t special_integers[] = {0, 1, -1, 2, -2, 3, 7, 10, -10, 16, 255, 256, 65535,
        65536, INT32_MAX, INT32_MIN, INT32_MAX - 1, INT32_MIN + 1, INT64_MAX, INT64_MIN,
        INT64_MAX - 1, (int64_t)1 << 32, ((int64_t)1 << 32) - 1, ((int64_t)1 << 32) + 1,
        (int64_t)1 << 53};
enum {
	SPECIAL_DOUBLES = sizeof special_doubles / sizeof *special_doubles,
	SPECIAL_INTEGERS = sizeof special_integers / sizeof *special_integers,
};

/* One NaN for all: C does not say what signalling ones do, nor what sign a conversion gives. */
static inline double quiet(double x)
{
	return x == x ? x : double_of_bits(UINT64_C(0x7ff8) << 48);
}

static inline float quietf(float x)
{
	return x == x ? x : float_of_bits(0x7fc00000);
}

/* Argument number n (0, 1, 2) of input i of a row, as a double: the first inputs are all pairs of
 * special values, then by turns random bits, bits with a middling exponent, and the range. */
static inline double input_double(uint32_t row, uint32_t i, uint32_t n, struct range r)
{
	uint64_t x = mix(((uint64_t)row << 40) + ((uint64_t)n << 32) + i);
	const uint32_t k = SPECIAL_DOUBLES;
	if (i < k * k)
		return special_doubles[n == 0 ? i % k : n == 1 ? i / k : x % k];
	if (i % 4 == 0)
		return quiet(double_of_bits(x));
	if (i % 4 == 1)
		return double_of_bits((x & ~(UINT64_C(0x7ff) << 52)) | (963 + (x >> 52) % 120)
		                                                               << 52);
	return r.low + (r.high - r.low) * ((double)(x >> 11) * 0x1p-53);
}

static inline float input_float(uint32_t row, uint32_t i, uint32_t n, struct range r)
{
	uint64_t x = mix(((uint64_t)row << 40) + ((uint64_t)n << 32) + i);
	const uint32_t k = SPECIAL_DOUBLES;
	if (i >= k * k && i % 4 == 0)
		return quietf(float_of_bits((uint32_t)x));
	if (i >= k * k && i % 4 == 1)
		return float_of_bits((uint32_t)((x & 0x807fffff) | (87 + (x >> 32) % 80) << 23));
	return quietf((float)input_double(row, i, n, r));
}

/* Integers of all lengths; a fourth argument pair is a multiple and its factor, or one beside. */
static inline uint64_t input_integer(uint32_t row, uint32_t i, uint32_t n)
{
	uint64_t x = mix(((uint64_t)row << 40) + ((uint64_t)n << 32) + i);
	const uint32_t k = SPECIAL_INTEGERS;
	if (i < k * k)
		return (uint64_t)special_integers[n == 0 ? i % k : i / k];
	if (i % 4 == 0 && n == 0)
		return input_integer(row, i, 1) * (x >> (x % 64)) + (x >> 8) % 3 - 1;
	uint64_t y = mix(x) >> (x & 63);
	return x & 64 ? -y : y;
}

#endif
