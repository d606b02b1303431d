/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_root.c: square roots of vectors of floats, on their bits.
 *
 * Idea.   A float is digits * 2^exponent; an odd exponent gives one factor of 2 to the digits.  The root's digits come one by one: one more
 *         digit r belongs to the root s if (s + r)^2 is not too large: 2 s r + r^2 <= rest.  The rest is doubled in each step, so that s
 *         need not be halved.  The difference of both wraps where there is a digit 0, and the least of it and the rest, as numbers
 *         without a sign, is the next rest.
 * Why it cannot be wrong
 *         One digit more than a float has is computed.  A root is never half way between two floats, for the square of such a number has more
 *         digits than a float: so the last digit alone says how to round.  A root is never subnormal.
 * Keeps   IEEE 754's bits, of zeros, too; the one NaN has all bits set.  A reciprocal root is 1 by the root, as lowering/math.c has it.
 * Costs   seven instructions for each digit, and about 30 a register. */
#include "legalize/bits_build.h"

/* Twice the root of `rest`, a number of 2 or 3 digits more than the float has: as many digits as the float has, and one. */
static const struct tir_expr *root_of(struct bits *b, const struct tir_expr *rest,
        unsigned mantissa)
{
	const struct tir_expr *twice = num(b, rest, 0), *least, *fits;
	for (unsigned i = mantissa + 2; i-- > 0;) {
		uint64_t digit = UINT64_C(1) << i;
		least = opn(b, TIR_ADD, twice, digit);
		fits = op(b, TIR_GE, rest, least);
		twice = choose(b, fits, opn(b, TIR_ADD, twice, 2 * digit), twice);
		rest = op(b, TIR_MIN, rest, op(b, TIR_SUB, rest, least));
		rest = i ? op(b, TIR_ADD, rest, rest) : rest;
	}
	return twice;
}

/* The root of a float without its sign, which is not 0, infinite or NaN. */
static const struct tir_expr *magnitude(struct bits *b, const struct tir_expr *m,
        const struct bits_format *f)
{
	uint64_t bias = (f->infinity >> f->mantissa) / 2;
	const struct tir_expr *scale = legalize_bits_scale(b, m, f), *x, *zeros, *e;
	x = legalize_bits_digits(b, m, scale, f);
	zeros = opn(b, TIR_SUB, zeros_of(b, x), f->width - 1 - f->mantissa);
	x = op(b, TIR_SHL, x, zeros);
	/* 2 (bias + 1) more than the exponent, so that it is above 0: odd where the stored one is even */
	e = op(b, TIR_SUB, opn(b, TIR_ADD, opn(b, TIR_SHR, scale, f->mantissa), bias + 2), zeros);
	x = op(b, TIR_SHL, x, opn(b, TIR_ADD, opn(b, TIR_BITAND, e, 1), 1));
	x = opn(b, TIR_SHR, opn(b, TIR_ADD, root_of(b, x, f->mantissa), 2), 2);
	e = opn(b, TIR_SUB, opn(b, TIR_SHR, e, 1), 2);
	return op(b, TIR_ADD, x, opn(b, TIR_SHL, e, f->mantissa));
}

const struct tir_expr *legalize_bits_root(struct bits *b, const struct tir_expr *e)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *x = legalize_bits(b, e->arg[0]), *r;
	const struct tir_expr *m = opn(b, TIR_BITAND, x, f.magnitude);
	/* zeros, and infinity, are their own roots */
	r = choose(b, opn(b, TIR_EQ, m, 0), x, magnitude(b, m, &f));
	r = choose(b, opn(b, TIR_EQ, x, f.infinity), x, r);
	m = choose(b, opn(b, TIR_EQ, x, f.sign), num(b, x, 0), x);
	return choose(b, opn(b, TIR_GT, m, f.infinity), num(b, r, UINT64_MAX), r);
}
