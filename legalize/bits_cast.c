/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_cast.c: conversions between formats of floats, vectors of them, on their bits.
 *
 * Idea.   A float of 32 bits is two halves: the upper one has the sign, the exponent and the first digits.  All is done on vectors of
 *         16 bits, which hold twice as many lanes: both halves of a result are made, and put in turn, or those of an operand are
 *         separated.  float16 is float32 with another bias, so a difference is added to the exponent; what is subnormal is shifted
 *         until its first digit is where a normal number's is, or the other way round.
 *         Rounding is to nearest, ties to even: what is cut off is a fraction in 16 bits, whose last bit says whether anything is
 *         lost beyond it or the number is odd; above a half it is rounded up.
 * Keeps   what tir_eval_cast() gives: values, the sign and the first digits of a NaN, which becomes quiet but where a bfloat16 becomes
 *         float32.
 * Costs   about 16 instructions a register for float16 to float32, 45 back, 10 for bfloat16. */
#include "legalize/bits_build.h"

enum {
	HALF = 16,
	MANTISSA = 10,   /* of float16 */
	LEFT = 7,        /* digits of a float32 in its upper half */
	CUT = 3,         /* digits of a float16 that are in the lower half of a float32 */
	BIAS = 127 - 15, /* between the exponents */
};

/* ---- Halves of words ---------------------------------------------------------------------*/
/* So many lanes, by number, of n vectors behind each other. */
static const struct tir_expr *shuffled(struct bits *b, const struct tir_expr *const *x, uint32_t n,
        const uint32_t *lane, uint32_t lanes)
{
	const struct tir_expr **arg = ARENA_NEWN(b->arena, const struct tir_expr *, n + lanes);
	for (uint32_t i = 0; i < n; i++)
		arg[i] = x[i];
	for (uint32_t i = 0; i < lanes; i++)
		arg[n + i] = tir_int(b->m, TIR_INT32, lane[i]);
	return tir_make(b->m, TIR_SHUFFLE, tir_lanes(x[0]->type, lanes), n, n + lanes, arg);
}

/* The upper or the lower halves of words. */
static const struct tir_expr *half_of(struct bits *b, const struct tir_expr *words, bool upper)
{
	uint32_t lanes = words->type.lanes, *lane = ARENA_NEWN(b->arena, uint32_t, lanes);
	for (uint32_t i = 0; i < lanes; i++)
		lane[i] = 2 * i + upper;
	words = legalize_bits_reinterpret(b, tir_type(TIR_TYPE_UINT, HALF, (uint16_t)(2 * lanes)),
	        words);
	return shuffled(b, &words, 1, lane, lanes);
}

static const struct tir_expr *words_of(struct bits *b, const struct tir_expr *upper,
        const struct tir_expr *lower)
{
	uint32_t lanes = upper->type.lanes, *lane = ARENA_NEWN(b->arena, uint32_t, 2 * lanes);
	const struct tir_expr *x[2] = {lower, upper};
	for (uint32_t i = 0; i < 2 * lanes; i++)
		lane[i] = i / 2 + i % 2 * lanes;
	return legalize_bits_reinterpret(b, tir_type(TIR_TYPE_UINT, 2 * HALF, (uint16_t)lanes),
	        shuffled(b, x, 2, lane, 2 * lanes));
}

/* 1 where x is not 0, else 0. */
static const struct tir_expr *any(struct bits *b, const struct tir_expr *x)
{
	return opn(b, TIR_MIN, x, 1);
}

/* ---- To float32 --------------------------------------------------------------------------*/
/* A bfloat16 is the upper half, of a NaN, too. */
static const struct tir_expr *from_bfloat(struct bits *b, const struct tir_expr *x)
{
	return words_of(b, x, legalize_bits_number(b, x->type, 0));
}

static const struct tir_expr *from_half(struct bits *b, const struct tir_expr *x)
{
	const struct tir_expr *m = opn(b, TIR_BITAND, x, 0x7fff),
	                      *sign = opn(b, TIR_BITAND, x, 0x8000);
	const struct tir_expr *none = opn(b, TIR_EQ, m, 0), *zeros, *shift, *digits, *upper;
	/* so far is a subnormal's first digit from its place, the lowest bit of the exponent */
	zeros = zeros_of(b, m);
	shift = opn(b, TIR_SUB, opn(b, TIR_MAX, zeros, HALF - 1 - MANTISSA), HALF - 1 - MANTISSA);
	digits = op(b, TIR_SHL, m, shift);
	upper = op(b, TIR_SUB, opn(b, TIR_SHR, digits, CUT), opn(b, TIR_SHL, shift, LEFT));
	upper = opn(b, TIR_ADD, upper, BIAS << LEFT);
	/* infinity and NaN have the highest exponent; NaN is quiet */
	upper = choose(b, opn(b, TIR_GE, m, 0x7c00), opn(b, TIR_ADD, upper, BIAS << LEFT), upper);
	upper = choose(b, opn(b, TIR_GT, m, 0x7c00), opn(b, TIR_BITOR, upper, 0x40), upper);
	upper = choose(b, none, legalize_bits_number(b, x->type, 0), upper);
	return words_of(b, op(b, TIR_BITOR, upper, sign), opn(b, TIR_SHL, digits, HALF - CUT));
}

/* ---- From float32 ------------------------------------------------------------------------*/
/* x, rounded up where the fraction, of which `lost` is not 0 if anything is lost beyond it, is above a half, or is one and x is odd. */
static const struct tir_expr *rounded(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *fraction, const struct tir_expr *lost)
{
	const struct tir_expr *last = opn(b, TIR_BITAND, x, 1);
	last = lost ? op(b, TIR_BITOR, last, any(b, lost)) : last;
	const struct tir_expr *up = opn(b, TIR_GT, op(b, TIR_BITOR, fraction, last), 0x8000);
	return choose(b, up, opn(b, TIR_ADD, x, 1), x);
}

static const struct tir_expr *to_bfloat(struct bits *b, const struct tir_expr *x)
{
	const struct tir_expr *upper = half_of(b, x, true), *lower = half_of(b, x, false);
	const struct tir_expr *m = opn(b, TIR_BITAND, upper, 0x7fff);
	/* NaN, if only the lower half says so, too */
	const struct tir_expr *nan = opn(b, TIR_GT, op(b, TIR_BITOR, m, any(b, lower)), 0x7f80);
	/* the lower half is the fraction; it is one half at most where that is even */
	const struct tir_expr *odd = opn(b, TIR_BITAND, upper, 1);
	const struct tir_expr *up = op(b, TIR_GT, lower,
	        op(b, TIR_SUB, legalize_bits_number(b, upper->type, 0x8000), odd));
	const struct tir_expr *r = choose(b, up, opn(b, TIR_ADD, upper, 1), upper);
	return choose(b, nan, opn(b, TIR_BITOR, upper, 0x40), r);
}

/* What is subnormal as a float16: its digits, with the first one, shifted to their place; *fraction: what that cuts off. */
static const struct tir_expr *subnormal(struct bits *b, const struct tir_expr *m,
        const struct tir_expr *lower, const struct tir_expr **fraction)
{
	enum {
		KEPT = 15, /* digits in 16 bits: those of the upper half, and the first of the lower one */
		LEAST = BIAS - 10 /* exponent of which anything is left: half of the smallest one */
	};
	const struct tir_expr *exponent = opn(b, TIR_SHR, m, LEFT);
	const struct tir_expr *digits = opn(b, TIR_BITOR, opn(b, TIR_BITAND, m, 0x7f), 0x80);
	digits = op(b, TIR_BITOR, opn(b, TIR_SHL, digits, KEPT - LEFT - 1),
	        opn(b, TIR_SHR, lower, HALF - (KEPT - LEFT - 1)));
	digits = choose(b, opn(b, TIR_LT, exponent, LEAST), legalize_bits_number(b, m->type, 0),
	        digits);
	/* exponents from LEAST to BIAS are shifted by KEPT to 5 */
	const struct tir_expr *n = opn(b, TIR_MAX, exponent, LEAST);
	n = opn(b, TIR_MIN, n, BIAS);
	const struct tir_expr *right = op(b, TIR_SUB,
	        legalize_bits_number(b, m->type, LEAST + KEPT), n);
	const struct tir_expr *left = opn(b, TIR_SUB, n, LEAST - 1);
	*fraction = op(b, TIR_SHL, digits, left);
	return op(b, TIR_SHR, digits, right);
}

static const struct tir_expr *to_half(struct bits *b, const struct tir_expr *x)
{
	const struct tir_expr *upper = half_of(b, x, true), *lower = half_of(b, x, false);
	const struct tir_expr *m = opn(b, TIR_BITAND, upper, 0x7fff),
	                      *sign = opn(b, TIR_BITAND, upper, 0x8000);
	const struct tir_expr *first = opn(b, TIR_SHR, lower, HALF - CUT), *fraction, *small;
	/* a normal number: the other bias; digits of the lower half behind those of the upper one */
	const struct tir_expr *normal = op(b, TIR_BITOR,
	        opn(b, TIR_SHL, opn(b, TIR_SUB, m, BIAS << LEFT), CUT), first);
	small = subnormal(b, m, lower, &fraction);
	const struct tir_expr *is_small = opn(b, TIR_LT, m, (BIAS + 1) << LEFT);
	const struct tir_expr *tiny = opn(b, TIR_LT, m, (BIAS - 10) << LEFT);
	/* what the fractions do not hold: of a normal number nothing, of a subnormal one the end of the lower half */
	const struct tir_expr *zero = legalize_bits_number(b, m->type, 0);
	const struct tir_expr *lost = choose(b, is_small, opn(b, TIR_BITAND, lower, 0x1ff), zero);
	lost = choose(b, tiny, zero, lost);
	fraction = choose(b, is_small, fraction, opn(b, TIR_SHL, lower, CUT));
	const struct tir_expr *r = rounded(b, choose(b, is_small, small, normal), fraction, lost);
	r = choose(b, opn(b, TIR_GE, m, (BIAS + 31) << LEFT),
	        legalize_bits_number(b, m->type, 0x7c00), r);
	/* NaN, if only the lower half says so, too: quiet, with its first digits */
	const struct tir_expr *nan = opn(b, TIR_GT, op(b, TIR_BITOR, m, any(b, lower)), 0x7f80);
	const struct tir_expr *digits = opn(b, TIR_BITAND,
	        op(b, TIR_BITOR, opn(b, TIR_SHL, m, CUT), first), 0x1ff);
	r = choose(b, nan, opn(b, TIR_BITOR, digits, 0x7e00), r);
	return op(b, TIR_BITOR, r, sign);
}

/* ---- A conversion ------------------------------------------------------------------------*/
const struct tir_expr *legalize_bits_cast(struct bits *b, const struct tir_expr *e)
{
	struct tir_type from = e->arg[0]->type, to = e->type, f = tir_lanes(TIR_F32, to.lanes);
	if (tir_type_eq(from, to))
		return legalize_bits(b, e->arg[0]);
	if (from.bits == HALF && to.bits == HALF) /* float32 has all values of both */
		return legalize_bits(b, tir_cast(b->m, to, tir_cast(b->m, f, e->arg[0])));
	const struct tir_expr *x = legalize_bits(b, e->arg[0]);
	if (to.bits == HALF)
		return to.code == TIR_TYPE_BFLOAT ? to_bfloat(b, x) : to_half(b, x);
	return from.code == TIR_TYPE_BFLOAT ? from_bfloat(b, x) : from_half(b, x);
}
