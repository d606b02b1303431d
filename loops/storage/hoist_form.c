/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/hoist_form.c: is an expression another one, with its loops' variables shifted by constants?
 *
 * Idea    Both are walked in step.  Integers that are sums are compared as sums: factors must agree, and what the constants differ
 *         by is an equation of the shifts.  One variable an equation gives its shift; of several the one with the largest factor
 *         takes what is nearest.  All equations are checked then.
 * Costs   the nodes of both, at most STEPS. */
#include "loops/storage/hoist.h"

#include <stdlib.h>

enum { STEPS = 200, EQUATIONS = 16 };

struct equation {
	int64_t factor[HOIST_DIMS], rest; /* factors times shifts are the rest */
};
struct compare {
	const struct hoist_level *l;
	const struct hoist_site *a, *b;
	struct equation eq[EQUATIONS];
	uint32_t n, steps;
};

static bool is_sum(const struct tir_expr *e)
{
	bool op = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL || e->op == TIR_VAR ||
	          e->op == TIR_INT_IMM;
	return op && e->type.code == TIR_TYPE_INT && e->type.bits >= 32 && e->type.lanes == 1;
}

/* Which dim of the site the variable counts; HOIST_DIMS: none. */
static uint32_t dim_of(const struct hoist_level *l, const struct hoist_site *s,
        const struct tir_expr *v)
{
	uint32_t d = 0;
	while (d < s->ndims && tir_as_for(hoist_loop(l, s, d))->var->expr != v)
		d++;
	return d < s->ndims ? d : HOIST_DIMS;
}

struct names {
	const struct hoist_level *l;
	const struct hoist_site *s;
};

static bool names_no_dim(void *ctx, const struct tir_expr *e)
{
	const struct names *n = ctx;
	return e->op != TIR_VAR || dim_of(n->l, n->s, e) == HOIST_DIMS;
}

/* Take the factors of the site's variables out of its sum; false: a product of one with something else. */
static bool take_factors(const struct compare *c, const struct hoist_site *s,
        struct affine_sum *sum, int64_t *factor)
{
	struct names names = {c->l, s};
	uint32_t n = 0;
	for (uint32_t i = 0; i < sum->n; i++) {
		const struct affine_term *t = &sum->term[i];
		uint32_t d = t->n == 1 ? dim_of(c->l, s, t->x[0]) : HOIST_DIMS;
		if (d < HOIST_DIMS) {
			factor[d] += t->factor;
			continue;
		}
		for (uint32_t k = 0; k < t->n && t->factor; k++)
			if (!tir_walk_expr(t->x[k], c->l->arena, names_no_dim, &names))
				return false;
		if (t->factor)
			sum->term[n++] = *t;
	}
	sum->n = n;
	return true;
}

/* Are what is left of both sums the same terms? */
static bool same_terms(const struct affine_sum *x, const struct affine_sum *y)
{
	if (x->n != y->n)
		return false;
	for (uint32_t i = 0; i < x->n; i++) {
		bool found = false;
		for (uint32_t k = 0; k < y->n && !found; k++) {
			const struct affine_term *t = &x->term[i], *u = &y->term[k];
			found = t->factor == u->factor && t->n == u->n &&
			        !memcmp(t->x, u->x, t->n * sizeof *t->x);
		}
		if (!found)
			return false;
	}
	return true;
}

/* Compare two sums: y's variables are the shifts less than x's. */
static bool same_sum(struct compare *c, const struct tir_expr *x, const struct tir_expr *y)
{
	struct affine_sum p, q;
	struct equation eq = {0}, other = {0};
	affine_clear(&p);
	affine_clear(&q);
	if (c->n == EQUATIONS || !affine_read(&p, x, 1, NULL, NULL) ||
	        !affine_read(&q, y, 1, NULL, NULL) || !take_factors(c, c->a, &p, eq.factor) ||
	        !take_factors(c, c->b, &q, other.factor) || !same_terms(&p, &q) ||
	        memcmp(eq.factor, other.factor, sizeof eq.factor) != 0 ||
	        __builtin_sub_overflow(q.constant, p.constant, &eq.rest))
		return false;
	bool any = false;
	for (uint32_t d = 0; d < HOIST_DIMS; d++)
		any |= eq.factor[d] != 0;
	if (any)
		c->eq[c->n++] = eq;
	return any || !eq.rest;
}

/* Are they the same operations on operands that are? */
static bool same(struct compare *c, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!c->steps-- || !tir_type_eq(x->type, y->type))
		return c->steps = 0, false;
	if (is_sum(x) && is_sum(y) && same_sum(c, x, y))
		return true;
	if (x->op != y->op || x->n != y->n || x->u.bits != y->u.bits ||
	        (x->op == TIR_VAR && x != y))
		return false;
	if (x->op == TIR_VAR && dim_of(c->l, c->a, x) < HOIST_DIMS)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (!same(c, x->arg[i], y->arg[i]))
			return false;
	return true;
}

/* The dim of the largest factor among those whose shift is not known; n: how many there are. */
static uint32_t largest(const struct equation *eq, const bool *known, uint32_t ndims, uint32_t *n)
{
	uint32_t best = HOIST_DIMS;
	*n = 0;
	for (uint32_t d = 0; d < ndims; d++) {
		if (known[d] || !eq->factor[d])
			continue;
		++*n;
		if (best == HOIST_DIMS || llabs(eq->factor[d]) > llabs(eq->factor[best]))
			best = d;
	}
	return best;
}

/* What is left of an equation without the shifts that are known. */
static int64_t rest_of(const struct equation *eq, const bool *known, const int64_t *shift,
        uint32_t ndims)
{
	int64_t rest = eq->rest, by;
	for (uint32_t d = 0; d < ndims; d++)
		if (known[d] && (__builtin_mul_overflow(eq->factor[d], shift[d], &by) ||
		                        __builtin_sub_overflow(rest, by, &rest)))
			return INT64_MAX;
	return rest;
}

/* The nearest number of times that the factor is in the rest. */
static int64_t nearest(int64_t rest, int64_t factor)
{
	int64_t q = rest / factor, r = rest % factor;
	if (llabs(r) > llabs(factor) / 2)
		q += (r < 0) == (factor < 0) ? 1 : -1;
	return q;
}

/* Find the shifts; false: there are none. */
static bool solve(const struct compare *c, uint32_t ndims, int64_t *shift)
{
	bool known[HOIST_DIMS] = {false};
	for (uint32_t at_most = 1; at_most <= HOIST_DIMS; at_most++)
		for (uint32_t i = 0; i < c->n; i++) {
			uint32_t n, d = largest(&c->eq[i], known, ndims, &n);
			while (n && n <= at_most) {
				int64_t rest = rest_of(&c->eq[i], known, shift, ndims);
				if (rest > INT32_MAX || rest < INT32_MIN)
					return false;
				shift[d] = nearest(rest, c->eq[i].factor[d]);
				known[d] = true;
				d = largest(&c->eq[i], known, ndims, &n);
			}
		}
	for (uint32_t i = 0; i < c->n; i++)
		if (rest_of(&c->eq[i], known, shift, ndims) != 0)
			return false;
	for (uint32_t d = 0; d < ndims; d++)
		if (!known[d])
			return false;
	return true;
}

bool loops_hoist_same(const struct hoist_level *l, const struct hoist_site *a, struct hoist_site *b)
{
	struct compare c = {.l = l, .a = a, .b = b, .steps = STEPS};
	memset(b->shift, 0, sizeof b->shift);
	if (a->ndims != b->ndims || a->hash != b->hash || !same(&c, a->e, b->e))
		return false;
	return solve(&c, a->ndims, b->shift);
}
