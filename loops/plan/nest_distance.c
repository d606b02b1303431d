/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/nest_distance.c: distances of short numbers as short numbers.
 *
 * Idea.    |a - b| of two numbers of 8 or 16 bits is one without sign, of as many bits: the larger one less the smaller one, which is one instruction.
 *          (a - b) * (a - b) is that times itself.  Both signs of a number are gone once its highest bit is flipped.
 * Wrong if the expression is no distance: proof/replay knows which are (replay_distance.c). */
#include "loops/plan/nest_reader.h"

/* A difference of two numbers of one type of 8 or 16 bits. */
struct difference {
	const struct tir_expr *a, *b;
};

/* The number that was widened; NULL: it is none of 8 or 16 bits. */
static const struct tir_expr *short_one(const struct tir_expr *e)
{
	const struct tir_expr *x = e->op == TIR_CAST ? e->arg[0] : NULL;
	bool is = x && tir_is_int(x->type) && (x->type.bits == 8 || x->type.bits == 16);
	return is && e->type.code == TIR_TYPE_INT && e->type.bits > x->type.bits ? x : NULL;
}

/* Of x * -1: x; else NULL. */
static const struct tir_expr *negated(const struct tir_expr *e)
{
	return e->op == TIR_MUL && tir_is_number(e->arg[1], -1) ? e->arg[0] : NULL;
}

/* Read a - b, as it is written; false: it is something else. */
static bool read_difference(const struct tir_expr *e, struct difference *d)
{
	const struct tir_expr *a = NULL, *b = NULL;
	if (e->op == TIR_SUB && tir_is_number(e->arg[0], 0)) {
		if (!read_difference(e->arg[1], d))
			return false;
		*d = (struct difference){d->b, d->a};
		return true;
	}
	if (e->op == TIR_SUB) {
		a = e->arg[0];
		b = e->arg[1];
	} else if (e->op == TIR_ADD) {
		bool first = negated(e->arg[0]) != NULL;
		a = e->arg[first];
		b = negated(e->arg[!first]);
	}
	d->a = a ? short_one(a) : NULL;
	d->b = b ? short_one(b) : NULL;
	return d->a && d->b && tir_type_eq(d->a->type, d->b->type);
}

static bool is_contrary(const struct difference *x, const struct difference *y)
{
	return x->a == y->b && x->b == y->a;
}

/* Does the condition say that x is at least y, or more? */
static bool says_larger(const struct tir_expr *c, const struct difference *d)
{
	bool more = c->op == TIR_GE || c->op == TIR_GT;
	struct difference of;
	if (!more && c->op != TIR_LE && c->op != TIR_LT)
		return false;
	const struct tir_expr *large = c->arg[!more], *small = c->arg[more];
	if (tir_is_number(small, 0) && read_difference(large, &of))
		return of.a == d->a && of.b == d->b;
	if (tir_is_number(large, 0) && read_difference(small, &of))
		return is_contrary(&of, d);
	large = tir_type_eq(large->type, d->a->type) ? large : short_one(large);
	small = tir_type_eq(small->type, d->b->type) ? small : short_one(small);
	return large == d->a && small == d->b;
}

/* The number without a sign. */
static const struct tir_expr *unsigned_one(struct tir_module *m, const struct tir_expr *e)
{
	struct tir_type t = tir_type(TIR_TYPE_UINT, e->type.bits, 1);
	if (e->type.code == TIR_TYPE_UINT)
		return e;
	return tir_binary(m, TIR_BITXOR, tir_cast(m, t, e),
	        tir_int(m, t, INT64_C(1) << (t.bits - 1)));
}

/* |a - b| in the type t. */
static const struct tir_expr *distance(struct tir_module *m, const struct difference *d,
        struct tir_type t)
{
	const struct tir_expr *a = unsigned_one(m, d->a), *b = unsigned_one(m, d->b);
	const struct tir_expr *e = tir_binary(m, TIR_SUB, tir_binary(m, TIR_MAX, a, b),
	        tir_binary(m, TIR_MIN, a, b));
	return tir_cast(m, t, e);
}

/* Can the proof tell it? */
static bool is_known(const struct difference *d)
{
	return d->a->type.code == TIR_TYPE_UINT || d->a->type.bits == 8;
}

const struct tir_expr *nest_distance(struct tir_module *m, const struct tir_expr *e)
{
	struct difference d, x;
	if (e->op == TIR_SELECT && read_difference(e->arg[1], &d) &&
	        read_difference(e->arg[2], &x) && is_contrary(&d, &x) && is_known(&d) &&
	        says_larger(e->arg[0], &d))
		return distance(m, &d, e->type);
	if (e->op == TIR_MUL && read_difference(e->arg[0], &d) && read_difference(e->arg[1], &x) &&
	        is_known(&d) && (d.a == x.a && d.b == x.b)) {
		const struct tir_expr *r = distance(m, &d, e->type);
		return tir_binary(m, TIR_MUL, r, r);
	}
	return e;
}
