/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_pow.c: powers of vectors of floats, in fixed point.
 *
 * Idea.   x^y = 2^(y log2 x).  x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); with s = f / (2 + f) the logarithm is k + s c(s^2), c a polynomial.  It needs
 *         37 digits: s is a quotient and the quotient of its rest, c(s^2) a number of 31 digits and seven more, and so are the products.  Of y k and y s c the digits
 *         behind the point are added in units of 2^-32, where all that is above vanishes, and the whole number from a coarser sum.
 *         runtime/pow.c does the same with one number, and has the same bits.
 * Why it cannot be wrong
 *         s c is off by 2^-37 of its size, and y log2 x below 2^8: 2^-29, and the power of 2 as much as that of bits_exp.c.  120,000,000 pairs were
 *         tried: at most 0.566 of a last digit off.
 * Keeps   the cases of C's annex F; the one NaN has all bits set.
 *         Narrower floats are computed as float32, and rounded.
 * Costs   about 250 instructions a register of words. */
#include "legalize/bits_build.h"

enum {
	DIGITS = 23,
	BIAS = 127,
	FIRST = 1 << DIGITS,
	ONE = BIAS << DIGITS,
	ROOT_2 = 0x3504f3, /* the digits of sqrt(2) */
	UPPER = 0x7fff0000,
	MOST = 9,    /* from 2^9 on a power of what is no power of 2^1/2 is 0 or infinite */
	LEAST = -60, /* below that it is 1 */
	FAR = 200,   /* 2^FAR is infinite */
	WORD = 32,
};

typedef const struct tir_expr *expr;

/* x, which is not below 0: a factor that is above -2^31. */
static expr positive(struct bits *b, expr x)
{
	return opn(b, TIR_MAX, x, 0);
}

/* The lower 32 bits of a product. */
static expr lower(struct bits *b, expr x, expr y)
{
	return op(b, TIR_MUL, as_unsigned(b, x), as_unsigned(b, y));
}

/* The lower 31. */
static expr low(struct bits *b, expr x, expr y)
{
	return as_signed(b, opn(b, TIR_BITAND, lower(b, x, y), INT32_MAX));
}

/* x << n, n being a number. */
static expr left_by(struct bits *b, expr x, unsigned n)
{
	return as_signed(b, opn(b, TIR_SHL, as_unsigned(b, x), n));
}

static expr within(struct bits *b, expr x, int least, int most)
{
	return opn(b, TIR_MIN, opn(b, TIR_MAX, x, (uint64_t)least), (uint64_t)most);
}

/* n - x, and at most 31: what to shift by. */
static expr less(struct bits *b, int n, expr x)
{
	return opn(b, TIR_MIN, op(b, TIR_SUB, num(b, x, (uint64_t)n), x), WORD - 1);
}

/* The logarithm to base 2 of x = 2^k (1 + f) is k + (hi 2^-29 + lo 2^-53) 2^-left. */
struct logarithm {
	expr k, left, hi, lo;
};

/* 2^31 / (2 + f), y being (2 + f) 2^29: two steps of Newton's method, and half of what it may lack. */
static expr reciprocal(struct bits *b, expr y)
{
	expr r = op(b, TIR_SUB, num(b, y, 2115421000), product(b, y, num(b, y, 2053214208)));
	for (unsigned i = 0; i < 2; i++) {
		r = positive(b, opn(b, TIR_BITAND, r, UPPER));
		expr more = op(b, TIR_SUB, num(b, y, 1 << 30), product(b, y, r));
		r = left_by(b, product(b, more, r), 2);
	}
	return positive(b, opn(b, TIR_ADD, r, 42));
}

/* 2 artanh(s) / (s ln 2) - 2 / ln 2, in units of 2^-36, as z = s^2 is. */
static expr series(struct bits *b, expr z)
{
	static const int32_t c[] = {2065442673, 38727049, 864453, 20981};
	expr y = product(b, num(b, z, 572), positive(b, opn(b, TIR_BITAND, z, UPPER)));
	for (unsigned i = 4; i-- > 0;) {
		y = opn(b, TIR_ADD, y, (uint64_t)c[i]);
		y = product(b, z, y);
	}
	return y;
}

static struct logarithm logarithm(struct bits *b, expr x)
{
	expr zeros = opn(b, TIR_SUB, opn(b, TIR_MAX, zeros_of(b, opn(b, TIR_BITOR, x, 1)), 8), 8);
	expr d, above, k, left, f, two, r, s, rest, z, c, lo;
	x = op(b, TIR_SHL, x, zeros);
	d = as_signed(b, opn(b, TIR_BITAND, x, FIRST - 1));
	above = opn(b, TIR_GE, d, ROOT_2);
	k = op(b, TIR_SUB, opn(b, TIR_SHR, as_signed(b, x), DIGITS), as_signed(b, zeros));
	k = op(b, TIR_SUB, k, choose(b, above, num(b, k, BIAS - 1), num(b, k, BIAS)));
	d = choose(b, above, opn(b, TIR_SUB, d, FIRST), op(b, TIR_ADD, d, d));
	left = op(b, TIR_MAX, d, op(b, TIR_SUB, num(b, d, 0), d));
	left = opn(b, TIR_SUB, zeros_of(b, as_unsigned(b, opn(b, TIR_BITOR, left, 1))), 8);
	f = as_signed(b, op(b, TIR_SHL, opn(b, TIR_SHL, as_unsigned(b, d), 7), left));
	two = opn(b, TIR_ADD, d, 1 << 25);
	r = reciprocal(b, left_by(b, two, 5));
	s = product(b, f, r);
	rest = op(b, TIR_SUB, left_by(b, f, 24), as_signed(b, lower(b, s, two)));
	rest = product(b, rest, r);
	/* |s|, or one less, in units of 2^-33 */
	z = op(b, TIR_ADD, left_by(b, s, 1), opn(b, TIR_SHR, rest, 23));
	z = op(b, TIR_BITXOR, z, opn(b, TIR_SHR, d, 31));
	z = op(b, TIR_SHR, as_unsigned(b, z), opn(b, TIR_SUB, left, 1));
	z = positive(b, as_signed(b, z));
	z = positive(b, opn(b, TIR_ADD, left_by(b, product(b, z, z), 1), 1));
	c = opn(b, TIR_ADD, series(b, z), 87);
	lo = positive(b, left_by(b, opn(b, TIR_BITAND, c, 127), 17));
	c = positive(b, opn(b, TIR_ADD, opn(b, TIR_SHR, c, 7), 1549082004));
	lo = op(b, TIR_ADD, product(b, rest, c), product(b, s, lo));
	lo = op(b, TIR_ADD, lo, opn(b, TIR_SHR, low(b, s, c), 7));
	c = op(b, TIR_ADD, product(b, s, c), opn(b, TIR_SHR, lo, 24));
	return (struct logarithm){k, as_signed(b, left), c, opn(b, TIR_BITAND, lo, 0xffffff)};
}

/* |y| log2 x: its digits behind the point in units of 2^-32, and all in units of 2^-14. */
struct power {
	expr fine, all;
};

/* m: the digits of y, in units of 2^-30; e: its exponent; near: that less the zeros in front of the logarithm's fraction. */
static struct power power_of(struct bits *b, const struct logarithm *l, expr m, expr e, expr near)
{
	expr lo, hi, up, fine, whole, exact;
	lo = opn(b, TIR_SHR, product(b, left_by(b, l->lo, 7), m), 1);
	lo = op(b, TIR_ADD, lo, opn(b, TIR_SHR, low(b, m, l->hi), 1));
	hi = op(b, TIR_ADD, product(b, l->hi, m), opn(b, TIR_SHR, lo, 30));
	lo = opn(b, TIR_BITAND, lo, (1 << 30) - 1);
	up = opn(b, TIR_MAX, opn(b, TIR_ADD, near, 4), 0);
	fine = as_signed(b, op(b, TIR_SHL, as_unsigned(b, hi), as_unsigned(b, up)));
	fine = op(b, TIR_ADD, fine, op(b, TIR_SHR, lo, op(b, TIR_SUB, num(b, up, 30), up)));
	fine = op(b, TIR_SHR, fine, positive(b, less(b, -4, near)));
	whole = product(b, left_by(b, l->k, DIGITS), m);
	exact = lower(b, l->k, opn(b, TIR_SHR, m, 7));
	exact = op(b, TIR_SHL, exact, as_unsigned(b, opn(b, TIR_MAX, opn(b, TIR_ADD, e, 9), 0)));
	exact = choose(b, opn(b, TIR_GE, e, (uint64_t)-9), as_signed(b, exact),
	        op(b, TIR_SHR, whole, positive(b, less(b, -10, e))));
	return (struct power){op(b, TIR_ADD, fine, exact),
	        op(b, TIR_ADD, op(b, TIR_SHR, whole, less(b, MOST - 1, e)),
	                op(b, TIR_SHR, hi, less(b, 14, near)))};
}

/* The power of x and y, bits of float32; x is positive and finite, but not 1, and y finite, but not 0.  is_large: is it above 1? */
static expr magnitude(struct bits *b, expr x, expr y, expr is_large)
{
	struct logarithm l = logarithm(b, x);
	expr negative = opn(b, TIR_LT, as_signed(b, y), 0), m, e, near, far, k, zero;
	m = opn(b, TIR_SHL, opn(b, TIR_BITAND, y, FIRST - 1), 7);
	m = positive(b, as_signed(b, opn(b, TIR_BITOR, m, 1 << 30)));
	e = as_signed(b, opn(b, TIR_BITAND, opn(b, TIR_SHR, y, DIGITS), 0xff));
	e = opn(b, TIR_SUB, e, BIAS);
	near = op(b, TIR_SUB, e, l.left);
	far = opn(b, TIR_GE, choose(b, opn(b, TIR_EQ, l.k, 0), near, e), MOST);
	near = within(b, near, LEAST - 30, MOST);
	struct power p = power_of(b, &l, m, within(b, e, LEAST, MOST - 1), near);
	p.fine = choose(b, negative, op(b, TIR_SUB, num(b, e, 0), p.fine), p.fine);
	p.all = choose(b, negative, op(b, TIR_SUB, num(b, e, 0), p.all), p.all);
	k = opn(b, TIR_ADD, op(b, TIR_SUB, p.all, opn(b, TIR_SHR, p.fine, 18)), 1 << 13);
	k = within(b, opn(b, TIR_SHR, k, 14), -FAR, FAR);
	k = choose(b, far, choose(b, is_large, num(b, k, FAR), num(b, k, (uint64_t)-FAR)), k);
	m = opn(b, TIR_SHR, p.fine, 1);
	zero = choose(b, opn(b, TIR_GT, m, 0), num(b, k, (uint64_t)-150),
	        num(b, k, (uint64_t)-149));
	zero = op(b, TIR_LT, k, zero);
	return choose(b, zero, num(b, x, 0),
	        opn(b, TIR_MIN, legalize_bits_power_of_2(b, m, k),
	                (uint64_t)(BIAS * 2 + 1) << DIGITS));
}

/* The digits of y from the units on, the first in front, and whether y is odd, or not whole: a first digit, and others.  m: y without its sign. */
static expr units(struct bits *b, expr m, const struct bits_format *f)
{
	expr e = as_signed(b, opn(b, TIR_SHR, m, DIGITS)), d;
	d = opn(b, TIR_BITOR, opn(b, TIR_SHL, m, WORD - 1 - DIGITS), f->sign);
	d = op(b, TIR_SHL, d, as_unsigned(b, within(b, opn(b, TIR_SUB, e, BIAS), 0, WORD - 1)));
	return choose(b, opn(b, TIR_LT, m, ONE), num(b, m, 1), d);
}

static expr pow_of(struct bits *b, expr x, expr y, const struct bits_format *f)
{
	expr mx = opn(b, TIR_BITAND, x, f->magnitude), my = opn(b, TIR_BITAND, y, f->magnitude);
	expr most = op(b, TIR_MAX, mx, my), is_large, far, r, d, none;
	/* above 1 where x is above 1 and y above 0, or neither */
	r = op(b, TIR_BITXOR, op(b, TIR_SUB, num(b, x, ONE), mx), y);
	is_large = opn(b, TIR_GE, r, f->sign);
	far = opn(b, TIR_EQ,
	        op(b, TIR_MIN, mx,
	                op(b, TIR_SUB, num(b, x, f->infinity), opn(b, TIR_MIN, most, f->infinity))),
	        0);
	r = magnitude(b, mx, y, is_large);
	r = choose(b, far, choose(b, is_large, num(b, x, f->infinity), num(b, x, 0)), r);
	r = choose(b, opn(b, TIR_EQ, mx, ONE), num(b, x, ONE), r);
	/* the sign is x's where y is odd; what is not whole is no exponent of a number below 0 */
	d = units(b, my, f);
	none = opn(b, TIR_BITAND, d, f->magnitude);
	d = choose(b, opn(b, TIR_EQ, none, 0), opn(b, TIR_BITAND, op(b, TIR_BITAND, d, x), f->sign),
	        num(b, d, 0));
	r = op(b, TIR_BITOR, r, d);
	none = op(b, TIR_MIN, none,
	        op(b, TIR_SUB, num(b, x, f->infinity), opn(b, TIR_MIN, mx, f->infinity)));
	none = op(b, TIR_MIN, none, mx);
	none = choose(b, opn(b, TIR_GE, x, f->sign), none, num(b, x, 0));
	most = choose(b, opn(b, TIR_NE, none, 0), num(b, x, UINT32_MAX), most);
	r = choose(b, opn(b, TIR_GT, most, f->infinity), num(b, x, UINT32_MAX), r);
	r = choose(b, opn(b, TIR_EQ, my, 0), num(b, x, ONE), r);
	return choose(b, opn(b, TIR_EQ, x, ONE), num(b, x, ONE), r);
}

expr legalize_bits_pow(struct bits *b, expr e)
{
	struct bits_format f = legalize_bits_format(e->type);
	expr x = e->arg[0], y = e->arg[1], arg[2];
	struct tir_type wide = tir_lanes(TIR_F32, e->type.lanes);
	if (x->op == TIR_BROADCAST && y->op == TIR_BROADCAST) {
		arg[0] = x->arg[0];
		arg[1] = y->arg[0];
		x = tir_call(b->m, TIR_BUILTIN_POW, NULL, arg[0]->type, 2, arg);
		return legalize_bits(b, tir_broadcast(b->m, x, e->type.lanes));
	}
	if (e->type.bits == WORD)
		return pow_of(b, legalize_bits(b, x), legalize_bits(b, y), &f);
	arg[0] = tir_cast(b->m, wide, x);
	arg[1] = tir_cast(b->m, wide, y);
	x = tir_call(b->m, TIR_BUILTIN_POW, NULL, wide, 2, arg);
	return legalize_bits(b, tir_cast(b->m, e->type, x));
}
