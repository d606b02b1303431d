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

/* x / y, of digits with the first one below the highest bit: `count` digits, and whether there are more. */
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
	q = long_division(b, dx, dy, f->mantissa + LEGALIZE_BITS_MORE + 2);
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

/* ---- Words -------------------------------------------------------------------------------*/
enum { DIGITS = 23, BIAS = 127, FAR = 2000 /* exponents away from any float's */ };

/* What is made of the divisor alone, once where a loop does not change it. */
struct divisor {
	const struct tir_expr *reciprocal;
	const struct tir_expr *twice; /* its 24 digits, twice */
	const struct tir_expr *scale; /* how much it adds to the exponent */
	const struct tir_expr
	        *most; /* what it divides is not above, or the quotient is no number */
	const struct tir_expr *zero; /* the quotient of 0 */
};

static struct divisor divisor_of(struct bits *b, const struct tir_expr *m,
        const struct bits_format *f)
{
	struct divisor out;
	const struct tir_expr *s = legalize_bits_scale(b, m, f);
	const struct tir_expr *d = legalize_bits_digits(b, m, s, f), *z = zeros_of(b, d), *none;
	const struct tir_expr *infinite = opn(b, TIR_GE, m, f->infinity),
	                      *null = opn(b, TIR_EQ, m, 0);
	d = op(b, TIR_SHL, d, opn(b, TIR_SUB, opn(b, TIR_MIN, z, 31), 1));
	out.reciprocal = legalize_bits_reciprocal(b, d, 2);
	out.twice = opn(b, TIR_SHR, d, 30 - DIGITS - 1);
	z = as_signed(b, op(b, TIR_SUB, opn(b, TIR_ADD, z, BIAS), opn(b, TIR_SHR, s, DIGITS)));
	z = choose(b, null, num(b, z, FAR), z);
	out.scale = choose(b, infinite, num(b, z, (uint64_t)-FAR), z);
	none = num(b, z, f->infinity);
	none = choose(b, infinite, num(b, z, f->infinity - 1), none);
	none = choose(b, opn(b, TIR_GT, m, f->infinity), num(b, z, UINT64_MAX), none);
	out.most = none;
	out.zero = choose(b, null, num(b, m, UINT64_MAX), num(b, m, 0));
	return out;
}

/* The quotient of x, a float without its sign, but where x is 0 or infinite, or where it is no number. */
static const struct tir_expr *rounded_quotient(struct bits *b, const struct tir_expr *x,
        const struct divisor *y, const struct bits_format *f)
{
	const struct tir_expr *s = legalize_bits_scale(b, x, f), *d, *z, *q, *e, *stored, *n, *u,
	                      *rest;
	d = legalize_bits_digits(b, x, s, f);
	z = zeros_of(b, d);
	d = op(b, TIR_SHL, d, opn(b, TIR_SUB, z, 31 - DIGITS));
	/* x / y in units of 2^-30, or a few less; its first digit is behind one or two zeros */
	q = legalize_bits_upper(b, opn(b, TIR_SHL, d, 30 - DIGITS), y->reciprocal, 32);
	e = op(b, TIR_SUB, y->scale, as_signed(b, z));
	e = op(b, TIR_ADD, e, opn(b, TIR_SHR, as_signed(b, s), DIGITS));
	z = as_signed(b, zeros_of(b, q));
	e = op(b, TIR_SUB, e, z);
	stored = opn(b, TIR_MAX, e, 0); /* one less, which the first digit adds */
	n = op(b, TIR_ADD, op(b, TIR_SUB, num(b, z, 30 - DIGITS), z), op(b, TIR_SUB, stored, e));
	n = as_unsigned(b, opn(b, TIR_MIN, n, 31));
	/* one digit more than the result has: the middle of two floats that it stands for or is below, less y, tells which is nearer */
	u = op(b, TIR_SHR, q, n);
	rest = op(b, TIR_SHL, d, op(b, TIR_SUB, num(b, n, 31), n));
	rest = op(b, TIR_SUB, rest, op(b, TIR_MUL, opn(b, TIR_BITOR, u, 1), y->twice));
	u = opn(b, TIR_ADD, opn(b, TIR_SHR, u, 1), 1);
	rest = as_signed(b, op(b, TIR_SUB, rest, opn(b, TIR_BITAND, u, 1)));
	u = op(b, TIR_ADD, as_signed(b, u), opn(b, TIR_SHR, rest, 31));
	u = op(b, TIR_ADD, u, opn(b, TIR_SHL, stored, DIGITS));
	return choose(b, opn(b, TIR_GT, e, 2 * BIAS - 1), num(b, x, f->infinity),
	        as_unsigned(b, u));
}

static const struct tir_expr *divide_words(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y, const struct bits_format *f)
{
	const struct tir_expr *m = opn(b, TIR_BITAND, x, f->magnitude), *r, *sign;
	struct divisor d = divisor_of(b, opn(b, TIR_BITAND, y, f->magnitude), f);
	sign = opn(b, TIR_BITAND, op(b, TIR_BITXOR, x, y), f->sign);
	r = rounded_quotient(b, m, &d, f);
	r = choose(b, opn(b, TIR_EQ, m, f->infinity), m, r);
	r = choose(b, opn(b, TIR_EQ, m, 0), d.zero, r);
	r = op(b, TIR_BITOR, r, sign);
	return choose(b, op(b, TIR_GT, as_signed(b, m), d.most), num(b, r, UINT64_MAX), r);
}

const struct tir_expr *legalize_bits_divide(struct bits *b, const struct tir_expr *e)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *x = legalize_bits(b, e->arg[0]), *y = legalize_bits(b, e->arg[1]);
	if (f.width == 32)
		return divide_words(b, x, y, &f);
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
