/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_multiply.c: products of vectors of floats, on their bits.
 *
 * Idea.   The upper half of a product of digits, with a last digit that says whether the lower half is anything.  The digits of the factor
 *         nearer to zero are first shifted until the first one is in its place.  A product that is subnormal is shifted to the right.
 * Why it cannot be wrong
 *         The digits of the other factor are as they are: if it is subnormal, so are both, and the product is below half of the least number
 *         whatever their exponents are.
 *         The upper half ends with the first bit of the lower one, which is no loss if it is the only one.
 * Keeps   IEEE 754's bits, of subnormals and of zeros, too; the one NaN has all bits set, as that of Hexagon's scalars.
 * Costs   about 60 instructions a register. */
#include "legalize/bits_build.h"

/* The product of two floats without their signs, neither of which is 0, infinite or NaN. */
static const struct tir_expr *magnitude(struct bits *b, const struct tir_expr *large,
        const struct tir_expr *small, const struct bits_format *f)
{
	uint64_t bias = (f->infinity >> f->mantissa) / 2;
	const struct tir_expr *scale = legalize_bits_scale(b, small, f), *zeros, *x, *y, *e, *most;
	x = legalize_bits_digits(b, small, scale, f);
	zeros = zeros_of(b, x);
	x = op(b, TIR_SHL, x, opn(b, TIR_SUB, zeros, 1));
	e = legalize_bits_scale(b, large, f);
	y = legalize_bits_digits(b, large, e, f);
	y = opn(b, TIR_SHL, y, LEGALIZE_BITS_MORE + 1);
	x = op(b, TIR_BITOR, legalize_bits_upper(b, x, y, f->width),
	        opn(b, TIR_MIN, op(b, TIR_MUL, x, y), 1));
	/* the exponent is e - zeros; what is below 0 the digits are shifted by */
	e = opn(b, TIR_SHR, op(b, TIR_ADD, e, scale), f->mantissa);
	zeros = opn(b, TIR_ADD, zeros, bias + f->mantissa + 1 - f->width);
	most = op(b, TIR_MAX, e, zeros);
	x = legalize_bits_shifted(b, x, opn(b, TIR_MIN, op(b, TIR_SUB, most, e), f->width - 1));
	return legalize_bits_packed(b, x, op(b, TIR_SUB, most, zeros), f);
}

const struct tir_expr *legalize_bits_multiply(struct bits *b, const struct tir_expr *e)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *r = legalize_bits_whole_scaled(b, e);
	if (r)
		return r;
	const struct tir_expr *x = legalize_bits(b, e->arg[0]), *y = legalize_bits(b, e->arg[1]);
	const struct tir_expr *mx = opn(b, TIR_BITAND, x, f.magnitude);
	const struct tir_expr *my = opn(b, TIR_BITAND, y, f.magnitude);
	const struct tir_expr *large = op(b, TIR_MAX, mx, my), *small = op(b, TIR_MIN, mx, my);
	const struct tir_expr *none = opn(b, TIR_EQ, small, 0);
	r = magnitude(b, large, small, &f);
	r = choose(b, opn(b, TIR_GE, large, f.infinity), num(b, r, f.infinity), r);
	r = choose(b, none, num(b, r, 0), r);
	r = op(b, TIR_BITOR, r, opn(b, TIR_BITAND, op(b, TIR_BITXOR, x, y), f.sign));
	/* infinity times 0 is NaN, too */
	large = choose(b, none, opn(b, TIR_BITOR, large, 1), large);
	return choose(b, opn(b, TIR_GT, large, f.infinity), num(b, r, UINT64_MAX), r);
}
