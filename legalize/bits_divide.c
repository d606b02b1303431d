/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_divide.c: quotients of vectors of float32, correctly rounded, by integers.
 *
 * Idea.   The quotient of two floats is that of their digits, as whole numbers with bit 23 set, times a power of two.  Three steps of Newton's give a
 *         reciprocal in fixed point; a product with it, a little too small, is the quotient's first 25 digits or one below, and the exact
 *         rest, which fits 32 bits, says which, and whether anything is left behind them.  So one rounding to nearest even is right, also
 *         where the result is subnormal and has fewer digits.
 * Why it cannot be wrong
 *         The first guess of 1 / b, a line, is right to 1/17 of itself, so three steps leave 2^-32 of it; each fixed-point product adds less than a unit
 *         of 2^-30.  A step aims two units below the true value, so that nothing overflows at b = 1/2 and the quotient's guess, in units of 2^-29,
 *         is from 8 units below the true one to less than one above it; one unit is taken off.  A digit of 25 has 32 units.
 * Keeps   what IEEE 754 says, payloads of NaN aside; subnormals are not flushed.
 * Costs   about 90 instructions a register; 25 of them of the divisor alone. */
#include "legalize/bits_build.h"

enum { DIGITS = 23, BIAS = 127, MOST = 254, SPARE = 25, STEPS = 3 };

/* ---- Short for what is built -------------------------------------------------------------*/
static const struct tir_expr *as(struct bits *b, enum tir_code code, uint8_t bits,
        const struct tir_expr *x)
{
	return tir_cast(b->m, tir_type(code, bits, x->type.lanes), x);
}

/* x * y >> 31 of numbers below 2^31. */
static const struct tir_expr *product(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y)
{
	x = as(b, TIR_TYPE_INT, 64, as(b, TIR_TYPE_INT, 32, x));
	y = as(b, TIR_TYPE_INT, 64, as(b, TIR_TYPE_INT, 32, y));
	const struct tir_expr *v = opn(b, TIR_SHR, op(b, TIR_MUL, x, y), 31);
	return as(b, TIR_TYPE_UINT, 32, as(b, TIR_TYPE_INT, 32, v));
}

/* ---- Operands -----------------------------------------------------------------------------*/
/* m is digits * 2^exponent, but for a constant that all have; of zero it is any number. */
struct parts {
	const struct tir_expr *m, *digits, *exponent;
};

static struct parts parts_of(struct bits *b, const struct tir_expr *x)
{
	const uint64_t first = UINT64_C(1) << DIGITS;
	const struct tir_expr *m = opn(b, TIR_BITAND, x, 0x7fffffff), *zeros, *up, *e;
	zeros = tir_cast(b->m, m->type,
	        tir_call(b->m, TIR_BUILTIN_CLZ, NULL, tir_lanes(TIR_INT32, m->type.lanes), 1, &m));
	up = opn(b, TIR_SUB, opn(b, TIR_MIN, opn(b, TIR_MAX, zeros, 8), 31), 8); /* a subnormal's */
	e = op(b, TIR_SUB, opn(b, TIR_MAX, opn(b, TIR_SHR, m, DIGITS), 1), up);
	const struct tir_expr *digits = opn(b, TIR_BITAND, op(b, TIR_SHL, m, up), first - 1);
	return (struct parts){m, opn(b, TIR_BITOR, digits, first), as(b, TIR_TYPE_INT, 32, e)};
}

/* ---- The quotient of the digits --------------------------------------------------------------*/
/* 2^54 / d, a little less, for 2^23 <= d < 2^24. */
static const struct tir_expr *reciprocal(struct bits *b, const struct tir_expr *d)
{
	/* d is b in units of 2^-31; the line 48/17 - 32/17 b in units of 2^-30 */
	d = opn(b, TIR_SHL, d, 7);
	const struct tir_expr *r = num(b, d, 2021161080);
	r = op(b, TIR_SUB, num(b, d, 3031741620), product(b, d, r));
	for (int i = 0; i < STEPS; i++) {
		const struct tir_expr *lack = op(b, TIR_SUB, num(b, d, (1 << 30) - 2),
		        product(b, d, r));
		r = op(b, TIR_ADD, r, product(b, r, opn(b, TIR_SHL, lack, 1)));
	}
	return r;
}

/* 2^25 n / d, and 1 if that is no whole number, for d <= n < 2 d. */
static const struct tir_expr *quotient(struct bits *b, const struct tir_expr *n,
        const struct tir_expr *d)
{
	const struct tir_expr *q = product(b, opn(b, TIR_SHL, n, 6), reciprocal(b, d)), *rest,
	                      *more;
	q = opn(b, TIR_SHR, opn(b, TIR_SUB, q, 1), 5);
	rest = op(b, TIR_SUB, opn(b, TIR_SHL, n, DIGITS + 1), op(b, TIR_MUL, q, d));
	more = op(b, TIR_GE, rest, d);
	q = choose(b, more, opn(b, TIR_ADD, q, 1), q);
	rest = choose(b, more, op(b, TIR_SUB, rest, d), rest);
	return op(b, TIR_BITOR, opn(b, TIR_SHL, q, 1), opn(b, TIR_MIN, rest, 1));
}

/* ---- The result ---------------------------------------------------------------------------*/
/* q, of 26 digits, rounded to 24, or to fewer if the exponent e is that of a subnormal. */
static const struct tir_expr *rounded(struct bits *b, const struct tir_expr *q,
        const struct tir_expr *e)
{
	const struct tir_expr *less = op(b, TIR_SUB, num(b, e, 1), opn(b, TIR_MIN, e, 1)), *n, *odd;
	n = as(b, TIR_TYPE_UINT, 32, opn(b, TIR_ADD, opn(b, TIR_MIN, less, SPARE), 1));
	odd = opn(b, TIR_BITAND, opn(b, TIR_SHR, op(b, TIR_SHR, q, n), 1), 1);
	q = op(b, TIR_ADD, q,
	        op(b, TIR_ADD, opn(b, TIR_SUB, op(b, TIR_SHL, num(b, q, 1), n), 1), odd));
	q = opn(b, TIR_SHR, op(b, TIR_SHR, q, n), 1);
	e = as(b, TIR_TYPE_UINT, 32, opn(b, TIR_SUB, opn(b, TIR_MAX, e, 1), 1));
	return op(b, TIR_ADD, q, opn(b, TIR_SHL, e, DIGITS));
}

/* v where it is the quotient: zeros, infinities and NaNs have their own. */
static const struct tir_expr *special(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y, const struct tir_expr *v, uint64_t infinity)
{
	const struct tir_expr *zero = num(b, v, 0), *large = num(b, v, infinity), *nan;
	nan = op(b, TIR_OR, opn(b, TIR_EQ, op(b, TIR_BITOR, x, y), 0),
	        opn(b, TIR_EQ, op(b, TIR_MIN, x, y), infinity));
	nan = op(b, TIR_OR, nan, opn(b, TIR_GT, op(b, TIR_MAX, x, y), infinity));
	v = choose(b, opn(b, TIR_EQ, x, 0), zero, v);
	v = choose(b, opn(b, TIR_EQ, y, infinity), zero, v);
	v = choose(b, opn(b, TIR_EQ, y, 0), large, v);
	v = choose(b, opn(b, TIR_EQ, x, infinity), large, v);
	return choose(b, nan, num(b, v, infinity | 0x400000), v);
}

const struct tir_expr *legalize_bits_divide(struct bits *b, const struct tir_expr *e)
{
	struct tir_type single = tir_lanes(TIR_F32, e->type.lanes);
	if (e->type.bits <
	        32) /* float32 has so many digits that rounding it again gives the same */
		return legalize_bits(b, tir_cast(b->m, e->type,
		                                op(b, TIR_DIV, tir_cast(b->m, single, e->arg[0]),
		                                        tir_cast(b->m, single, e->arg[1]))));
	const struct tir_expr *x = legalize_bits(b, e->arg[0]), *y = legalize_bits(b, e->arg[1]);
	const uint64_t infinity = legalize_bits_format(e->type).infinity;
	struct parts n = parts_of(b, x), d = parts_of(b, y);
	const struct tir_expr *below = op(b, TIR_LT, n.digits, d.digits);
	const struct tir_expr *bias = num(b, n.exponent, BIAS), *exponent, *v;
	exponent = op(b, TIR_ADD, op(b, TIR_SUB, n.exponent, d.exponent), bias);
	exponent = choose(b, below, opn(b, TIR_SUB, exponent, 1), exponent);
	v = quotient(b, choose(b, below, opn(b, TIR_SHL, n.digits, 1), n.digits), d.digits);
	v = rounded(b, v, exponent);
	v = choose(b, opn(b, TIR_GT, exponent, MOST), num(b, v, infinity), v);
	v = special(b, n.m, d.m, v, infinity);
	return op(b, TIR_BITOR, v, opn(b, TIR_BITAND, op(b, TIR_BITXOR, x, y), 0x80000000));
}
