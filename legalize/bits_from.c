/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_from.c: vectors of integers as floats, by bits.
 *
 * Idea.   The first digit of the magnitude is shifted to the highest bit; how far says the exponent.  What does not fit in a float's digits is
 *         rounded once.
 *         A sum or a difference of integers made floats and of whole constants is made of the integers, and becomes a float then; so is its
 *         product with a power of two, which only moves the exponent.
 * Why it cannot be wrong
 *         Such a sum is taken only if neither it nor a part of it has more digits than a float: the sum of floats would be exact, too.  None of
 *         its parts is -0.0, so that it is not either.  The product is taken only if 1 and the largest number stay normal.
 * Keeps   IEEE 754's rounding to nearest, ties to even; what is too large becomes infinite.
 * Costs   about 12 instructions a register, 18 with rounding. */
#include "legalize/bits_build.h"
#include <math.h>

/* Whole numbers as integers, and their bounds. */
struct whole {
	const struct tir_expr *v; /* NULL: it is none */
	int64_t least, most;
};

static uint64_t bias_of(const struct bits_format *f)
{
	return (f->infinity >> f->mantissa) / 2;
}

/* ---- An integer as a float ---------------------------------------------------------------*/
/* y >> cut, rounded to nearest even. */
static const struct tir_expr *rounded(struct bits *b, const struct tir_expr *y, unsigned cut)
{
	const struct tir_expr *q = opn(b, TIR_SHR, y, cut);
	const struct tir_expr *low = opn(b, TIR_BITAND, y, (UINT64_C(1) << cut) - 1);
	low = op(b, TIR_BITOR, low, opn(b, TIR_BITAND, q, 1));
	return choose(b, opn(b, TIR_GT, low, UINT64_C(1) << (cut - 1)), opn(b, TIR_ADD, q, 1), q);
}

/* The magnitude m times 2^by as a float, whose digits hold m where it is exact. */
static const struct tir_expr *magnitude(struct bits *b, const struct tir_expr *m,
        const struct bits_format *f, int by, bool exact)
{
	unsigned width = m->type.bits, cut = width - 1 - f->mantissa;
	const struct tir_expr *zeros = zeros_of(b, opn(b, TIR_BITOR, m, 1)), *x, *e;
	x = op(b, TIR_SHL, m, zeros);
	x = exact ? opn(b, TIR_SHR, x, cut) : rounded(b, x, cut);
	e = op(b, TIR_SUB, num(b, m, bias_of(f) + width - 2 + (uint64_t)(int64_t)by), zeros);
	x = op(b, TIR_ADD, x, opn(b, TIR_SHL, e, f->mantissa));
	if (!exact)
		x = opn(b, TIR_MIN, x, f->infinity);
	return choose(b, opn(b, TIR_EQ, m, 0), num(b, x, 0), x);
}

static const struct tir_expr *from(struct bits *b, const struct tir_expr *x, struct tir_type t,
        int by, bool exact)
{
	struct bits_format f = legalize_bits_format(t);
	uint8_t width = x->type.bits > t.bits ? x->type.bits : t.bits;
	struct tir_type bits = tir_type(TIR_TYPE_UINT, width, t.lanes);
	const struct tir_expr *sign = NULL, *r;
	if (x->type.code == TIR_TYPE_INT) {
		x = tir_cast(b->m, tir_type(TIR_TYPE_INT, width, t.lanes), x);
		sign = opn(b, TIR_SHR, tir_cast(b->m, bits, x), (uint64_t)(width - t.bits));
		sign = opn(b, TIR_BITAND, sign, f.sign);
		x = op(b, TIR_MAX, x, op(b, TIR_SUB, num(b, x, 0), x));
	}
	r = magnitude(b, tir_cast(b->m, bits, x), &f, by, exact);
	r = sign ? op(b, TIR_BITOR, r, sign) : r;
	return tir_cast(b->m, legalize_bits_type(t), r);
}

const struct tir_expr *legalize_bits_from(struct bits *b, const struct tir_expr *e)
{
	const struct tir_expr *x = b->plain(b, e->arg[0]);
	unsigned digits = x->type.bits - (x->type.code == TIR_TYPE_INT);
	return from(b, x, e->type, 0, digits <= legalize_bits_format(e->type).mantissa + 1);
}

/* ---- Sums of whole numbers ---------------------------------------------------------------*/
static bool fits(const struct whole *x, struct tir_type t)
{
	int64_t most = INT64_C(2) << legalize_bits_format(t).mantissa;
	return x->least >= -most && x->most <= most;
}

static struct whole whole_cast(struct bits *b, const struct tir_expr *e)
{
	struct tir_type t = e->arg[0]->type;
	bool is_signed = t.code == TIR_TYPE_INT;
	if (!tir_is_int(t) || t.bits > 16 || t.bits < 8)
		return (struct whole){0};
	struct tir_type to = tir_type(TIR_TYPE_INT, e->type.bits, e->type.lanes);
	int64_t range = INT64_C(1) << (t.bits - is_signed);
	struct whole x = {NULL, is_signed ? -range : 0, range - 1};
	if (fits(&x, e->type))
		x.v = tir_cast(b->m, to, b->plain(b, e->arg[0]));
	return x;
}

static struct whole whole_constant(struct bits *b, const struct tir_expr *e)
{
	double v = e->arg[0]->op == TIR_FLOAT_IMM ? e->arg[0]->u.f : 0.5;
	struct tir_type t = tir_type(TIR_TYPE_INT, e->type.bits, e->type.lanes);
	struct whole x = {NULL, -1, -1};
	if (!(v >= -(1 << 24) && v <= 1 << 24) || (double)(int64_t)v != v || (v == 0 && signbit(v)))
		return x;
	x.least = x.most = (int64_t)v;
	if (fits(&x, e->type))
		x.v = legalize_bits_number(b, t, (uint64_t)x.most);
	return x;
}

/* e as whole numbers: integers, whole constants, and their sums. */
static struct whole whole_of(struct bits *b, const struct tir_expr *e)
{
	if (e->op == TIR_CAST)
		return whole_cast(b, e);
	if (e->op == TIR_BROADCAST)
		return whole_constant(b, e);
	if (e->op != TIR_ADD && e->op != TIR_SUB)
		return (struct whole){0};
	struct whole x = whole_of(b, e->arg[0]), y = x.v ? whole_of(b, e->arg[1]) : x;
	bool add = e->op == TIR_ADD;
	struct whole sum = {NULL, add ? x.least + y.least : x.least - y.most,
	        add ? x.most + y.most : x.most - y.least};
	if (x.v && y.v && fits(&sum, e->type))
		sum.v = op(b, (enum tir_op)e->op, x.v, y.v);
	return sum;
}

const struct tir_expr *legalize_bits_whole_sum(struct bits *b, const struct tir_expr *e)
{
	struct whole x = whole_of(b, e);
	return x.v ? from(b, x.v, e->type, 0, true) : NULL;
}

const struct tir_expr *legalize_bits_whole_scaled(struct bits *b, const struct tir_expr *e)
{
	const struct tir_expr *c = e->arg[1]->op == TIR_BROADCAST ? e->arg[1]->arg[0] : NULL;
	struct bits_format f = legalize_bits_format(e->type);
	int by = 0, bias = (int)bias_of(&f);
	if (!c || c->op != TIR_FLOAT_IMM || !(c->u.f > 0) || frexp(c->u.f, &by) != 0.5)
		return NULL;
	by--; /* 2^by */
	struct whole x = whole_of(b, e->arg[0]);
	/* the largest is 2^(digits + 1) at most */
	if (!x.v || bias + by < 1 || bias + by + (int)f.mantissa + 1 > 2 * bias)
		return NULL;
	return from(b, x.v, e->type, by, true);
}
