/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/scalar_float.c: the bits of floating-point values of every format.
 *
 * Idea.   A format is a row: width of exponent and mantissa, bias, and what its highest codes mean.
 *         Every value of every format but float64 is a double, so a value is decoded by moving its
 *         fields into a double and encoded by rounding a double's significand once.
 * Keeps   sign and leading payload bits of a NaN where the format has room for them.
 * Costs   a few shifts a value; no libm, no rounding mode.
 * Sources: IEEE 754; OCP 8-bit floating point; LLVM's APFloat for the FNUZ and FNU forms. */
#include "tir/internal.h"

static const struct tir_float_format formats[TIR_NTYPES] = {
        [TIR_TYPE_FLOAT] = {5, 10, TIR_FLOAT_IEEE,
                15}, /* float16; the wider two are the machine's */
        [TIR_TYPE_BFLOAT] = {8, 7, TIR_FLOAT_IEEE, 127},
        [TIR_TYPE_F8_E3M4] = {3, 4, TIR_FLOAT_IEEE, 3},
        [TIR_TYPE_F8_E4M3] = {4, 3, TIR_FLOAT_IEEE, 7},
        [TIR_TYPE_F8_E4M3B11FNUZ] = {4, 3, TIR_FLOAT_UNSIGNED_ZERO, 11},
        [TIR_TYPE_F8_E4M3FN] = {4, 3, TIR_FLOAT_FINITE, 7},
        [TIR_TYPE_F8_E4M3FNUZ] = {4, 3, TIR_FLOAT_UNSIGNED_ZERO, 8},
        [TIR_TYPE_F8_E5M2] = {5, 2, TIR_FLOAT_IEEE, 15},
        [TIR_TYPE_F8_E5M2FNUZ] = {5, 2, TIR_FLOAT_UNSIGNED_ZERO, 16},
        [TIR_TYPE_F8_E8M0FNU] = {8, 0, TIR_FLOAT_EXPONENT, 127},
};

const struct tir_float_format *tir_float_format(struct tir_type t)
{
	return &formats[t.code];
}

static uint64_t double_bits(double v)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static double bits_double(uint64_t bits)
{
	double v;
	memcpy(&v, &bits, sizeof v);
	return v;
}

/* 2^e for e in double's normal range. */
static double power_of_two(int e)
{
	return bits_double((uint64_t)(e + 1023) << 52);
}

/* ---- decoding ---------------------------------------------------------------------------*/
static bool is_nan_code(const struct tir_float_format *f, uint64_t code, uint64_t sign)
{
	uint64_t ones = (UINT64_C(1) << (f->exponent + f->mantissa)) - 1;
	switch ((enum tir_float_specials)f->specials) {
	case TIR_FLOAT_IEEE: return code > ones - ((UINT64_C(1) << f->mantissa) - 1);
	case TIR_FLOAT_FINITE:
	case TIR_FLOAT_EXPONENT: return code == ones;
	case TIR_FLOAT_UNSIGNED_ZERO: return code == 0 && sign;
	}
	return false;
}

static double decode(const struct tir_float_format *f, uint64_t bits)
{
	unsigned m = f->mantissa, width = f->exponent + m;
	uint64_t sign = f->specials == TIR_FLOAT_EXPONENT ? 0 : bits >> width & 1;
	uint64_t code = bits & ((UINT64_C(1) << width) - 1);
	uint64_t low = code & ((UINT64_C(1) << m) - 1);
	int e = (int)(code >> m);
	if (is_nan_code(f, code, sign))
		return bits_double(sign << 63 | UINT64_C(0x7ff8) << 48 | low << (52 - m));
	if (f->specials == TIR_FLOAT_IEEE && e == (1 << f->exponent) - 1)
		return bits_double(sign << 63 | UINT64_C(0x7ff) << 52);
	if (e == 0 && f->specials != TIR_FLOAT_EXPONENT) {
		double v = (double)low * power_of_two(1 - f->bias - (int)m);
		return sign ? -v : v;
	}
	return bits_double(sign << 63 | (uint64_t)(e - f->bias + 1023) << 52 | low << (52 - m));
}

double tir_float_value(struct tir_type t, uint64_t bits)
{
	if (t.bits == 64)
		return bits_double(bits);
	if (t.bits == 32) {
		uint32_t low = (uint32_t)bits;
		float v;
		memcpy(&v, &low, sizeof v);
		return (double)v;
	}
	return decode(&formats[t.code], bits);
}

/* ---- encoding ---------------------------------------------------------------------------*/
static uint64_t nan_code(const struct tir_float_format *f, uint64_t sign, uint64_t payload)
{
	unsigned m = f->mantissa, width = f->exponent + m;
	uint64_t ones = (UINT64_C(1) << width) - 1;
	switch ((enum tir_float_specials)f->specials) {
	case TIR_FLOAT_IEEE:
		ones -= (UINT64_C(1) << m) - 1;
		return sign << width | ones | UINT64_C(1) << (m - 1) | payload >> (52 - m);
	case TIR_FLOAT_FINITE: return sign << width | ones;
	case TIR_FLOAT_EXPONENT: return ones;
	case TIR_FLOAT_UNSIGNED_ZERO: return UINT64_C(1) << width;
	}
	return 0;
}

/* What a magnitude above the largest finite one becomes. */
static uint64_t overflow(const struct tir_float_format *f, uint64_t sign)
{
	unsigned width = f->exponent + f->mantissa;
	if (f->specials != TIR_FLOAT_IEEE)
		return nan_code(f, sign, 0);
	return sign << width | ((UINT64_C(1) << f->exponent) - 1) << f->mantissa;
}

/* v >> n, rounded to nearest, ties to even. */
static uint64_t round_shift(uint64_t v, int n)
{
	if (n > 54)
		return 0; /* v has 53 bits: less than a quarter */
	uint64_t q = v >> n, rest = v & ((UINT64_C(1) << n) - 1), half = UINT64_C(1) << (n - 1);
	return q + (rest > half || (rest == half && (q & 1)));
}

/* An exponent-only format: the nearest power of two; a tie goes up, because the significand of
 * every value is 1, which is odd.  What is too small becomes the smallest. */
static uint64_t encode_exponent(const struct tir_float_format *f, uint64_t bits)
{
	int e = (int)(bits >> 52 & 0x7ff) - 1023 + f->bias;
	if (bits >> 63 || !bits)
		return nan_code(f, 0, 0);
	e += (bits >> 51 & 1) != 0;
	return e < 0 ? 0 : e > 254 ? nan_code(f, 0, 0) : (uint64_t)e;
}

static uint64_t encode(const struct tir_float_format *f, uint64_t bits)
{
	unsigned m = f->mantissa, width = f->exponent + m;
	uint64_t sign = bits >> 63, low = bits & ((UINT64_C(1) << 52) - 1);
	int e = (int)(bits >> 52 & 0x7ff);
	if (e == 0x7ff)
		return low ? nan_code(f, sign, low) : overflow(f, sign);
	if (f->specials == TIR_FLOAT_EXPONENT)
		return encode_exponent(f, bits);
	uint64_t significand = low | (e ? UINT64_C(1) << 52 : 0);
	e = (e ? e : 1) - 1023 + f->bias; /* the exponent field, if the value is normal */
	int shift = 52 - (int)m;
	uint64_t code;
	if (e < 1)
		code = round_shift(significand, e < -60 ? 60 : shift + 1 - e);
	else if (e > 1 << f->exponent)
		return overflow(f, sign);
	else /* the implicit bit adds the last 1 to the exponent; a carry moves into it */
		code = ((uint64_t)(e - 1) << m) + round_shift(significand, shift);
	uint64_t last = (UINT64_C(1) << width) - 1;
	last -= f->specials == TIR_FLOAT_IEEE ? UINT64_C(1) << m : f->specials == TIR_FLOAT_FINITE;
	if (code > last)
		return overflow(f, sign);
	if (code == 0 && f->specials == TIR_FLOAT_UNSIGNED_ZERO)
		return 0;
	return sign << width | code;
}

uint64_t tir_float_bits(struct tir_type t, double v)
{
	if (t.bits == 64)
		return double_bits(v);
	if (t.bits == 32) {
		float single = (float)v;
		uint32_t bits;
		memcpy(&bits, &single, sizeof bits);
		return bits;
	}
	return encode(&formats[t.code], double_bits(v));
}
