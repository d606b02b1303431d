/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simplify/fold_divide.c: quotients and remainders by constants.
 *
 * Idea.   x = q * g + r with 0 <= r < g, by the factors of x's terms and the range of what has
 *         other factors: then x // c is q // (c / g) for a g that divides c, and x % c is
 *         (q % (c / g)) * g + r.
 * Needs   the dividend's linear form, so that it is exact.
 * Keeps   values: Div and Mod are FloorDiv and FloorMod where nothing is negative.
 * Costs   one attempt a factor. */
#include "simplify/simplify.h"

static int64_t gcd(int64_t a, int64_t b)
{
	uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
	while (y) {
		uint64_t r = x % y;
		x = y;
		y = r;
	}
	return (int64_t)x;
}

/* The dividend split by g, if the rest is surely in [0, g). */
static bool split_at(struct simplifier *s, const struct affine_sum *l, int64_t g,
        struct affine_sum *q, struct affine_sum *r)
{
	int64_t lo, hi;
	if (g <= 0)
		return false;
	simplify_linear_split(l, g, q, r);
	return q->n > 0 && simplify_linear_range(s, r, &lo, &hi) && lo >= 0 && hi < g;
}

/* The largest factor by which l splits that divides c; 0: none but 1 or no smaller dividend. */
static int64_t best_factor(struct simplifier *s, const struct affine_sum *l, int64_t c,
        struct affine_sum *q, struct affine_sum *r)
{
	int64_t best = 0;
	struct affine_sum tq, tr;
	for (uint32_t i = 0; i < l->n; i++) {
		int64_t g = gcd(l->term[i].factor, c);
		if (g > 1 && g > best && split_at(s, l, g, &tq, &tr)) {
			best = g;
			*q = tq;
			*r = tr;
		}
	}
	return best;
}

/* The division of a sum q * g + r by c, smaller than it is written; NULL if there is none. */
static const struct tir_expr *divide_sum(struct simplifier *s, const struct tir_expr *e, int64_t c)
{
	struct tir_type t = e->type;
	struct affine_sum l, q, r;
	if (!simplify_linear_of(s, e->arg[0], &l))
		return NULL;
	simplify_linear_collect(s, &l);
	int64_t g = best_factor(s, &l, c, &q, &r);
	if (g) {
		const struct tir_expr *x = simplify_linear_build(s, t, &q);
		return x ? simplify_fold_binary(s, TIR_FLOORDIV, x, tir_int(s->m, t, c / g)) : NULL;
	}
	/* x * c + r, r of any size: x + r // c */
	simplify_linear_split(&l, c, &q, &r);
	if (!q.n || !r.n)
		return NULL;
	const struct tir_expr *rest = simplify_linear_build(s, t, &r),
	                      *whole = simplify_linear_build(s, t, &q);
	if (!rest || !whole)
		return NULL;
	whole = tir_binary(s->m, TIR_ADD, whole,
	        simplify_fold_binary(s, TIR_FLOORDIV, rest, tir_int(s->m, t, c)));
	return simplify_range_of(s, whole).proved ? whole : NULL;
}

static const struct tir_expr *remainder_of_sum(struct simplifier *s, const struct tir_expr *e,
        int64_t c)
{
	struct tir_type t = e->type;
	struct affine_sum l, q, r;
	if (!simplify_linear_of(s, e->arg[0], &l))
		return NULL;
	simplify_linear_collect(s, &l);
	simplify_linear_split(&l, c, &q, &r); /* multiples of c do not matter */
	if (q.n || q.constant) {
		const struct tir_expr *x = simplify_linear_build(s, t, &r);
		if (x && simplify_range_of(s, x).proved)
			return simplify_fold_binary(s, TIR_FLOORMOD, x, tir_int(s->m, t, c));
	}
	int64_t g = best_factor(s, &l, c, &q, &r);
	const struct tir_expr *x = g ? simplify_linear_build(s, t, &q) : NULL;
	if (!x)
		return NULL;
	x = simplify_fold_binary(s, TIR_FLOORMOD, x, tir_int(s->m, t, c / g));
	if (x->op != TIR_INT_IMM && !r.n && simplify_linear_nodes(&l) <= 1)
		return NULL; /* (x * 2) % 8 is no longer than (x % 4) * 2 */
	struct affine_sum sum = {.n = 1, .term = {{g, 1, {x}}}};
	for (uint32_t i = 0; i < r.n; i++)
		sum.term[sum.n++] = r.term[i];
	sum.constant = r.constant;
	return simplify_linear_nodes(&sum) <= simplify_linear_nodes(&l)
	               ? simplify_linear_build(s, t, &sum)
	               : NULL;
}

/* (x // a) // b and (x // a) % b want one division less, or none. */
static const struct tir_expr *divide_quotient(struct simplifier *s, const struct tir_expr *e,
        int64_t c)
{
	const struct tir_expr *a = e->arg[0];
	if (a->op != TIR_FLOORDIV || a->arg[1]->op != TIR_INT_IMM || a->arg[1]->u.i <= 0)
		return NULL;
	int64_t lo, hi, by;
	if (!simplify_range_type(e->type, &lo, &hi) ||
	        __builtin_mul_overflow(a->arg[1]->u.i, c, &by) || by > hi)
		return NULL;
	return simplify_fold_binary(s, TIR_FLOORDIV, a->arg[0], tir_int(s->m, e->type, by));
}

/* (x % (a * b)) // b, and (x % (a * b)) % b. */
static const struct tir_expr *divide_remainder(struct simplifier *s, const struct tir_expr *e,
        int64_t c)
{
	const struct tir_expr *a = e->arg[0];
	if (e->op != TIR_FLOORMOD || a->op != TIR_FLOORMOD || a->arg[1]->op != TIR_INT_IMM ||
	        a->arg[1]->u.i <= 0 || a->arg[1]->u.i % c)
		return NULL;
	return simplify_fold_binary(s, TIR_FLOORMOD, a->arg[0], e->arg[1]);
}

const struct tir_expr *simplify_fold_divide(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *b = e->arg[1];
	bool quotient = e->op == TIR_DIV || e->op == TIR_FLOORDIV;
	bool truncates = e->op == TIR_DIV || e->op == TIR_MOD;
	struct range ra = simplify_range_of(s, a), rb = simplify_range_of(s, b),
	             re = simplify_range_of(s, e);
	if (e->type.lanes > 1 || !tir_is_int(e->type))
		return NULL;
	if (is_int(b, 1))
		return quotient ? a : is_idle(a) ? tir_int(s->m, e->type, 0) : NULL;
	if (re.known && re.lo == re.hi && is_idle(e))
		return tir_int(s->m, e->type, re.lo);
	if (!quotient && ra.known && rb.known && ra.lo >= 0 && ra.hi < rb.lo && is_idle(b))
		return a;
	if (truncates && ra.known && ra.lo >= 0 && rb.known && rb.lo > 0)
		return simplify_fold_binary(s, quotient ? TIR_FLOORDIV : TIR_FLOORMOD, a, b);
	if (truncates || b->op != TIR_INT_IMM || b->u.i <= 1 || !is_idle(e))
		return NULL;
	const struct tir_expr *r = quotient ? divide_quotient(s, e, b->u.i)
	                                    : divide_remainder(s, e, b->u.i);
	if (!r)
		r = quotient ? divide_sum(s, e, b->u.i) : remainder_of_sum(s, e, b->u.i);
	return r && is_idle(r) ? r : NULL;
}
