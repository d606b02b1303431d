/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_divide.c: quotients of vectors of floats, on their bits.
 *
 * Idea.   The first digits of both are shifted to the same place, below the highest bit.
 *         Of halves the quotient's digits come one by one, by long division: twice the remainder is less than twice the divisor, so the
 *         difference of both wraps where there is a digit 0, and the least of it and the remainder, as numbers without a sign, is the next
 *         remainder.  Of words the divisor's reciprocal is found by Newton's method, which is done once where a loop does not change the
 *         divisor; what it is multiplied by gives the quotient or one less, and the remainder tells which.
 *         The last digit says whether a remainder is left.
 * Why it cannot be wrong
 *         The quotient of the digits is above 1/2 and below 2: it has the digits that a result needs (bits_digits.c), or one less.
 *         A step of Newton's method squares the error, which is a seventeenth of the reciprocal R at first, and never gives too much; what is made of
 *         16 digits, in one instruction, is off by 2^-14 more.  The third
 *         leaves 0.3 units of 2^-30; what is cut off makes of that less than 2 too much and 2.3 too little.  So 2 are taken off, and
 *         the quotient is at most 4.3 / 8 of its last digit too small.
 * Keeps   IEEE 754's bits, of subnormals and of zeros, too; the one NaN has all bits set, as that of Hexagon's scalars.
 * Costs   about 60 instructions a register; six more for each digit of halves, about 50 more of words, half of them for the reciprocal. */
#include "legalize/bits_build.h"

/* As digits_of, one by one. */
static const struct tir_expr *long_division(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y, unsigned count)
{
	const struct tir_expr *q = num(b, x, 0), *less;
	for (unsigned i = 0; i < count; i++) {
		x = i ? op(b, TIR_ADD, x, x) : x;
		q = i ? op(b, TIR_ADD, q, q) : q;
		less = op(b, TIR_SUB, x, y);
		q = choose(b, op(b, TIR_GE, x, y), opn(b, TIR_ADD, q, 1), q);
		x = op(b, TIR_MIN, x, less);
	}
	return op(b, TIR_BITOR, q, opn(b, TIR_MIN, x, 1));
}

const struct tir_expr *legalize_bits_reciprocal(struct bits *b, const struct tir_expr *y,
        unsigned shorts)
{
	enum { STEPS = 3 };
	static const uint64_t at_0 = 3031741620, slope = 0x78780000; /* 48 / 17, 32 / 17 */
	static const uint64_t first_digits = 0x7fff0000;
	const struct tir_expr *r, *left;
	r = op(b, TIR_SUB, num(b, y, at_0), legalize_bits_upper(b, y, num(b, y, slope), 32));
	for (unsigned i = 0; i < STEPS; i++) {
		r = i < shorts ? opn(b, TIR_BITAND, r, first_digits) : r;
		left = op(b, TIR_SUB, num(b, y, UINT64_C(1) << 31),
		        legalize_bits_upper(b, y, r, 32));
		r = legalize_bits_upper(b, r, left, 32);
		r = op(b, TIR_ADD, r, r);
	}
	return opn(b, TIR_SUB, r, 2);
}

/* x / y, of digits with the first one below the highest bit: `count` digits, and whether there are more. */
static const struct tir_expr *digits_of(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y, unsigned count)
{
	if (y->type.bits < 32)
		return long_division(b, x, y, count);
	const struct tir_expr *q = legalize_bits_upper(b, x, legalize_bits_reciprocal(b, y, 2), 32),
	                      *rest;
	q = opn(b, TIR_SHR, q, 31 - count);
	rest = op(b, TIR_SUB, opn(b, TIR_SHL, x, count - 1), op(b, TIR_MUL, q, y));
	q = choose(b, op(b, TIR_GE, rest, y), opn(b, TIR_ADD, q, 1), q);
	rest = op(b, TIR_MIN, rest, op(b, TIR_SUB, rest, y));
	return op(b, TIR_BITOR, q, opn(b, TIR_MIN, rest, 1));
}

/* The quotient of two floats without their signs, neither of which is 0, infinite or NaN. */
static const struct tir_expr *magnitude(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y, const struct bits_format *f)
{
	uint64_t bias = (f->infinity >> f->mantissa) / 2;
	const struct tir_expr *sx = legalize_bits_scale(b, x, f),
	                      *sy = legalize_bits_scale(b, y, f);
	const struct tir_expr *dx = legalize_bits_digits(b, x, sx, f), *zx = zeros_of(b, dx);
	const struct tir_expr *dy = legalize_bits_digits(b, y, sy, f), *zy = zeros_of(b, dy);
	const struct tir_expr *up, *down, *most, *q;
	dx = op(b, TIR_SHL, dx, opn(b, TIR_SUB, zx, 1));
	dy = op(b, TIR_SHL, dy, opn(b, TIR_SUB, zy, 1));
	q = digits_of(b, dx, dy, f->mantissa + LEGALIZE_BITS_MORE + 2);
	/* the exponent is up - down; what is below 0 the digits are shifted by */
	up = opn(b, TIR_ADD, op(b, TIR_ADD, opn(b, TIR_SHR, sx, f->mantissa), zy), bias - 1);
	down = op(b, TIR_ADD, opn(b, TIR_SHR, sy, f->mantissa), zx);
	most = op(b, TIR_MAX, up, down);
	q = legalize_bits_shifted(b, q, opn(b, TIR_MIN, op(b, TIR_SUB, most, up), f->width - 1));
	return legalize_bits_packed(b, q, op(b, TIR_SUB, most, down), f);
}

/* Is x 0 or y infinite, at least? */
static const struct tir_expr *vanishes(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y, const struct bits_format *f)
{
	y = op(b, TIR_SUB, num(b, y, f->infinity), opn(b, TIR_MIN, y, f->infinity));
	return opn(b, TIR_EQ, op(b, TIR_MIN, x, y), 0);
}

const struct tir_expr *legalize_bits_divide(struct bits *b, const struct tir_expr *e)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *x = legalize_bits(b, e->arg[0]), *y = legalize_bits(b, e->arg[1]);
	const struct tir_expr *mx = opn(b, TIR_BITAND, x, f.magnitude), *r, *none, *large, *sign;
	const struct tir_expr *my = opn(b, TIR_BITAND, y, f.magnitude);
	sign = opn(b, TIR_BITAND, op(b, TIR_BITXOR, x, y), f.sign);
	none = vanishes(b, mx, my, &f);
	large = vanishes(b, my, mx, &f);
	r = choose(b, large, num(b, mx, f.infinity), magnitude(b, mx, my, &f));
	r = op(b, TIR_BITOR, r, sign);
	/* 0 / 0, infinity / infinity */
	r = choose(b, none, choose(b, large, num(b, r, UINT64_MAX), sign), r);
	return choose(b, opn(b, TIR_GT, op(b, TIR_MAX, mx, my), f.infinity), num(b, r, UINT64_MAX),
	        r);
}
