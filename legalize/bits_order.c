/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_order.c: comparisons, minima and maxima of vectors of floats, on their bits.
 *
 * Idea.   A float's magnitude with its sign applied is a number in the order of the floats, with one zero.  Of a > b the left side's
 *         number is the least there is where a is NaN, and the right side's is the largest where b is, so that one comparison of
 *         numbers is false for both.  T.max(a, b) is a if a > b, else b, to the bit: the number of what is chosen is chosen, too,
 *         so a chain of maxima makes each operand's number once.
 *         Against a constant no number is made: floats above a positive constant are one range of bits, from its code to infinity's,
 *         and so are those below a negative one; all others are two ranges, one for each sign.
 * Keeps   what tir/scalar.c says: comparisons with NaN are false, != too; zeros are equal; the second operand where neither is
 *         above the other one.
 * Costs   four instructions a number, one a comparison; two or three against a constant. */
#include "legalize/bits_build.h"

/* ---- Short for what is built -------------------------------------------------------------*/
/* x op v, both signed, or both unsigned. */
static const struct tir_expr *test(struct bits *b, bool is_signed, enum tir_op o,
        const struct tir_expr *x, uint64_t v)
{
	x = is_signed ? as_signed(b, x) : x;
	return op(b, o, x, num(b, x, v));
}

static const struct tir_expr *both(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y)
{
	return op(b, TIR_AND, x, y);
}

/* Is x from least to most, without a sign? */
static const struct tir_expr *in_range(struct bits *b, const struct tir_expr *x, uint64_t least,
        uint64_t most)
{
	return test(b, false, TIR_LE, op(b, TIR_SUB, x, num(b, x, least)), most - least);
}

/* ---- Numbers in the order of floats ------------------------------------------------------*/
/* The number of e: where it is NaN below all others (left), or above them. */
static const struct tir_expr *number_of(struct bits *b, const struct tir_expr *e, bool left)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *x = legalize_bits(b, e);
	const struct tir_expr *m = op(b, TIR_BITAND, x, num(b, x, f.magnitude)),
	                      *down = op(b, TIR_SUB, num(b, x, 0), m);
	if (left) /* a NaN with a plus is negated as well, below minus infinity */
		return tir_select(b->m, TIR_SELECT, test(b, false, TIR_GT, x, f.infinity),
		        as_signed(b, down), as_signed(b, x));
	/* a NaN with a minus is not, but has its magnitude, above infinity */
	return tir_select(b->m, TIR_SELECT, test(b, true, TIR_GT, x, f.sign | f.infinity),
	        as_signed(b, m), as_signed(b, down));
}

static const struct tir_expr *number(struct bits *b, const struct tir_expr *e, bool left)
{
	struct bits_memo *memo = legalize_bits_memo(b, e);
	const struct tir_expr *v = left ? memo->left : memo->right;
	if (v)
		return v;
	if (target_float_of(e) == TARGET_FLOAT_EXTREME)
		v = tir_select(b->m, TIR_SELECT, legalize_bits_compare(b, e),
		        number(b, e->arg[0], left), number(b, e->arg[1], left));
	else
		v = number_of(b, e, left);
	memo = legalize_bits_memo(b, e);
	*(left ? &memo->left : &memo->right) = v;
	return v;
}

/* ---- Comparisons with a constant ---------------------------------------------------------*/
/* A constant that is no NaN, and its bits; -0.0 is 0.0. */
static bool constant(const struct tir_expr *e, uint64_t *bits)
{
	struct tir_type t = tir_lanes(e->type, 1);
	e = e->op == TIR_BROADCAST ? e->arg[0] : e;
	if (e->op != TIR_FLOAT_IMM || e->u.f != e->u.f)
		return false;
	*bits = tir_float_bits(t, e->u.f);
	if (*bits == legalize_bits_format(t).sign)
		*bits = 0;
	return true;
}

/* x > c, or x >= c.  Of constants up to zero there are two ranges: what has no sign and is no NaN, and what has one, up to c. */
static const struct tir_expr *above(struct bits *b, const struct bits_format *f,
        const struct tir_expr *x, uint64_t c, bool equal)
{
	if (!(c & f->sign) && (c || !equal) && !(c == f->infinity && !equal))
		return in_range(b, x, c + !equal, f->infinity);
	if (c == f->infinity)
		return test(b, false, TIR_LT, x, 0); /* nothing is above it */
	const struct tir_expr *plus = test(b, true, TIR_LE, x, f->infinity);
	return both(b, plus, test(b, false, equal ? TIR_LE : TIR_LT, x, c ? c : f->sign));
}

/* x < c, or x <= c. */
static const struct tir_expr *below(struct bits *b, const struct bits_format *f,
        const struct tir_expr *x, uint64_t c, bool equal)
{
	uint64_t least = f->sign | f->infinity, m = c & f->magnitude;
	bool minus = c & f->sign || (!c && !equal);
	if (minus && m == f->infinity && !equal)
		return test(b, false, TIR_LT, x, 0);
	if (minus)
		return in_range(b, x, (f->sign | m) + !equal, least);
	return both(b, test(b, false, TIR_LE, x, least),
	        test(b, true, equal ? TIR_LE : TIR_LT, x, c));
}

/* x == c, or x != c, which is false for NaN. */
static const struct tir_expr *same(struct bits *b, const struct bits_format *f,
        const struct tir_expr *x, uint64_t c, bool equal)
{
	const struct tir_expr *m = op(b, TIR_BITAND, x, num(b, x, f->magnitude));
	if (equal)
		return test(b, false, TIR_EQ, c ? x : m, c);
	if (!c)
		return in_range(b, m, 1, f->infinity);
	return both(b, test(b, false, TIR_LE, m, f->infinity), test(b, false, TIR_NE, x, c));
}

static const struct tir_expr *with_constant(struct bits *b, enum tir_op o, const struct tir_expr *e,
        uint64_t c)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *x = legalize_bits(b, e);
	if (o == TIR_EQ || o == TIR_NE)
		return same(b, &f, x, c, o == TIR_EQ);
	if (o == TIR_GT || o == TIR_GE)
		return above(b, &f, x, c, o == TIR_GE);
	return below(b, &f, x, c, o == TIR_LE);
}

/* ---- Comparisons -------------------------------------------------------------------------*/
/* The comparison that is true of (y, x) where o is of (x, y). */
static enum tir_op mirrored(enum tir_op o)
{
	return o == TIR_LT   ? TIR_GT
	       : o == TIR_GT ? TIR_LT
	       : o == TIR_LE ? TIR_GE
	       : o == TIR_GE ? TIR_LE
	                     : o;
}

static const struct tir_expr *compare(struct bits *b, enum tir_op o, const struct tir_expr *x,
        const struct tir_expr *y)
{
	uint64_t c;
	if (constant(y, &c))
		return with_constant(b, o, x, c);
	if (constant(x, &c))
		return with_constant(b, mirrored(o), y, c);
	if (o == TIR_NE)
		return op(b, TIR_OR, compare(b, TIR_GT, x, y), compare(b, TIR_GT, y, x));
	if (o == TIR_LT || o == TIR_LE)
		return compare(b, mirrored(o), y, x);
	return op(b, o, number(b, x, true), number(b, y, false));
}

const struct tir_expr *legalize_bits_compare(struct bits *b, const struct tir_expr *e)
{
	enum tir_op o = e->op == TIR_MAX ? TIR_GT : e->op == TIR_MIN ? TIR_LT : (enum tir_op)e->op;
	return compare(b, o, e->arg[0], e->arg[1]);
}

const struct tir_expr *legalize_bits_extreme(struct bits *b, const struct tir_expr *e)
{
	return tir_select(b->m, TIR_SELECT, legalize_bits_compare(b, e),
	        legalize_bits(b, e->arg[0]), legalize_bits(b, e->arg[1]));
}
