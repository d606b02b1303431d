/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_whole.c: vectors of floats rounded to whole numbers, and made integers, on their bits.
 *
 * Idea.   A number of at least one has its units at a known bit: so many digits behind it as its exponent is below that of numbers which have
 *         none.  With a mask of these, a whole number is what is left without them, and rounding adds to them first: nothing, all of
 *         the mask, or half of it, less one bit where the units are even.  A carry goes into the exponent, as it should.  Below one the result
 *         is zero or one.
 *         An integer is the digits with the first one, shifted to where their units are.
 * Keeps   the sign of zeros, and infinities.  A NaN becomes a quiet one.  The integer is unspecified for NaN and for a number that its type
 *         cannot hold.
 * Costs   about 14 instructions to round, 10 to make integers. */
#include "legalize/bits_build.h"

/* The exponent of one, as it is stored. */
static uint64_t bias_of(const struct bits_format *f)
{
	return (f->infinity >> f->mantissa) / 2;
}

/* ---- To whole numbers ---------------------------------------------------------------------*/
/* What is rounded: x without its sign, its sign, and how many of its digits are behind the units. */
struct magnitude {
	const struct tir_expr *m, *sign, *behind, *mask; /* mask: of these digits */
	uint64_t one, half;
};

static struct magnitude magnitude_of(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f)
{
	uint64_t bias = bias_of(f);
	struct magnitude v = {.one = bias << f->mantissa, .half = (bias - 1) << f->mantissa};
	v.m = opn(b, TIR_BITAND, x, f->magnitude);
	v.sign = opn(b, TIR_BITAND, x, f->sign);
	const struct tir_expr *e = opn(b, TIR_SHR, v.m, f->mantissa);
	e = opn(b, TIR_MIN, opn(b, TIR_MAX, e, bias), bias + f->mantissa);
	v.behind = op(b, TIR_SUB, num(b, x, bias + f->mantissa), e);
	v.mask = opn(b, TIR_SUB, op(b, TIR_SHL, num(b, x, 1), v.behind), 1);
	return v;
}

/* To the whole number above (up) or below: away from zero for one sign, towards it for the other. */
static const struct tir_expr *directed(struct bits *b, const struct magnitude *v, bool up)
{
	const struct tir_expr *away = opn(b, up ? TIR_EQ : TIR_NE, v->sign, 0), *r, *small;
	const struct tir_expr *zero = num(b, v->m, 0);
	r = op(b, TIR_ADD, v->m, choose(b, away, v->mask, zero));
	r = op(b, TIR_BITAND, r, opn(b, TIR_BITXOR, v->mask, UINT64_MAX));
	small = choose(b, away, num(b, v->m, v->one), zero);
	small = choose(b, opn(b, TIR_EQ, v->m, 0), zero, small);
	return choose(b, opn(b, TIR_LT, v->m, v->one), small, r);
}

static const struct tir_expr *towards_zero(struct bits *b, const struct magnitude *v)
{
	const struct tir_expr *r = op(b, TIR_BITAND, v->m, opn(b, TIR_BITXOR, v->mask, UINT64_MAX));
	return choose(b, opn(b, TIR_LT, v->m, v->one), num(b, v->m, 0), r);
}

/* To the nearest, of two to the even one. */
static const struct tir_expr *nearest(struct bits *b, const struct magnitude *v)
{
	const struct tir_expr *odd = opn(b, TIR_BITAND, op(b, TIR_SHR, v->m, v->behind), 1);
	const struct tir_expr *half = opn(b, TIR_SHR, op(b, TIR_ADD, v->mask, odd), 1), *r, *small;
	r = op(b, TIR_BITAND, op(b, TIR_ADD, v->m, half), opn(b, TIR_BITXOR, v->mask, UINT64_MAX));
	small = choose(b, opn(b, TIR_GT, v->m, v->half), num(b, v->m, v->one), num(b, v->m, 0));
	return choose(b, opn(b, TIR_LT, v->m, v->one), small, r);
}

const struct tir_expr *legalize_bits_round(struct bits *b, const struct tir_expr *e)
{
	struct bits_format f = legalize_bits_format(e->type);
	struct magnitude v = magnitude_of(b, legalize_bits(b, e->arg[0]), &f);
	enum tir_builtin by = e->u.call.builtin;
	const struct tir_expr *r = by == TIR_BUILTIN_TRUNC ? towards_zero(b, &v)
	                           : by == TIR_BUILTIN_FLOOR || by == TIR_BUILTIN_CEIL
	                                   ? directed(b, &v, by == TIR_BUILTIN_CEIL)
	                                   : nearest(b, &v);
	r = choose(b, opn(b, TIR_GT, v.m, f.infinity), opn(b, TIR_BITOR, r, f.quiet), r);
	return op(b, TIR_BITOR, r, v.sign);
}

/* ---- To integers --------------------------------------------------------------------------*/
/* The digits of m, shifted to where the units are: those of numbers with the exponent `whole` are there. */
static const struct tir_expr *units(struct bits *b, const struct tir_expr *m,
        const struct bits_format *f)
{
	uint64_t whole = bias_of(f) + f->mantissa, first = UINT64_C(1) << f->mantissa;
	const struct tir_expr *e = opn(b, TIR_SHR, m, f->mantissa);
	const struct tir_expr *digits = opn(b, TIR_BITOR, opn(b, TIR_BITAND, m, first - 1), first);
	const struct tir_expr *left = opn(b, TIR_SUB, opn(b, TIR_MAX, e, whole), whole);
	const struct tir_expr *right = op(b, TIR_SUB, num(b, m, whole), opn(b, TIR_MIN, e, whole));
	left = opn(b, TIR_MIN, left, f->width - f->mantissa - 1);
	right = opn(b, TIR_MIN, right, f->mantissa + 1);
	return op(b, TIR_SHR, op(b, TIR_SHL, digits, left), right);
}

/* The integer whose float e makes an integer of again, if the float has all of its digits and e's type all of its values; else NULL. */
static const struct tir_expr *integer_behind(const struct tir_expr *e)
{
	const struct tir_expr *of = e->arg[0], *x = of->op == TIR_CAST ? of->arg[0] : NULL;
	if (!x || !tir_is_int(x->type))
		return NULL;
	bool from = x->type.code == TIR_TYPE_INT, to = e->type.code == TIR_TYPE_INT;
	unsigned digits = x->type.bits - from, most = e->type.bits - to;
	bool holds = digits <= legalize_bits_format(of->type).mantissa + 1 && digits <= most;
	return holds && (to || !from) ? x : NULL;
}

const struct tir_expr *legalize_bits_integer(struct bits *b, const struct tir_expr *e)
{
	const struct tir_expr *of = e->arg[0], *behind = integer_behind(e);
	if (behind)
		return tir_cast(b->m, e->type, b->plain(b, behind));
	bool words = of->type.bits < e->type.bits || of->type.code == TIR_TYPE_BFLOAT;
	if (words && of->type.bits < 32) /* float32 has all values of these */
		of = tir_cast(b->m, tir_lanes(TIR_F32, of->type.lanes), of);
	struct bits_format f = legalize_bits_format(of->type);
	const struct tir_expr *x = legalize_bits(b, of);
	const struct tir_expr *v = units(b, opn(b, TIR_BITAND, x, f.magnitude), &f);
	if (e->type.code == TIR_TYPE_INT)
		v = choose(b, opn(b, TIR_GT, x, f.magnitude), op(b, TIR_SUB, num(b, v, 0), v), v);
	return tir_cast(b->m, e->type, v);
}
