/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simplify/linear.c: index expressions as sums of terms with factors.
 *
 * Idea.   A sum that does not overflow is a number like any other: terms may be moved, joined and
 *         cancelled (analysis/affine.c).  (x // c) * c + x % c is x again.
 * Needs   ranges: only nodes that are safe are taken apart.
 * Keeps   the order of terms, and exactness: a sum is built again only if no step on the way can
 *         overflow, because ranges say so or because all terms have one sign and the whole fits.
 * Costs   AFFINE_TERMS terms and AFFINE_NODES nodes at most; larger sums are left alone. */
#include "simplify/simplify.h"

__extension__ typedef __int128 wide;

static bool fits64(wide v)
{
	return v >= INT64_MIN && v <= INT64_MAX;
}

/* May the node be taken apart? */
static bool is_safe(void *ctx, const struct tir_expr *e)
{
	return e->op != TIR_CAST && simplify_range_of(ctx, e).safe;
}

bool simplify_linear_of(struct simplifier *s, const struct tir_expr *e, struct affine_sum *out)
{
	affine_clear(out);
	return e->type.lanes == 1 && tir_is_int(e->type) && simplify_range_of(s, e).known &&
	       affine_read(out, e, 1, is_safe, s);
}

/* ---- Collecting --------------------------------------------------------------------------*/
/* The quotients and remainders of one division that are one number again, f * y:
 *   x % c with factor f, and y // c with f * c, where y is x or x % d and c divides d;
 *   x % c // b with factor f, and x // c with f * (c / b), where b divides c: y is x // b.
 * Find the quotient's term for the remainder's and return y. */
static const struct tir_expr *whole_of(struct simplifier *s, const struct affine_sum *l,
        struct affine_term rest, uint32_t *quotient)
{
	const struct tir_expr *b = rest.x[0]->op == TIR_FLOORDIV ? rest.x[0]->arg[1] : NULL;
	const struct tir_expr *mod = b ? rest.x[0]->arg[0] : rest.x[0];
	if (mod->op != TIR_FLOORMOD || mod->arg[1]->op != TIR_INT_IMM || mod->arg[1]->u.i <= 0)
		return NULL;
	const struct tir_expr *x = mod->arg[0], *c = mod->arg[1];
	if (b && (b->op != TIR_INT_IMM || b->u.i <= 0 || c->u.i % b->u.i))
		return NULL;
	int64_t by = b ? c->u.i / b->u.i : c->u.i;
	if (!fits64((wide)rest.factor * by))
		return NULL;
	const struct tir_expr *want = simplify_fold_binary(s, TIR_FLOORDIV, x, c);
	for (uint32_t i = 0; i < l->n; i++) {
		const struct tir_expr *e = l->term[i].x[0], *y = e->n == 2 ? e->arg[0] : NULL;
		if (l->term[i].factor != rest.factor * by)
			continue;
		*quotient = i;
		if (e == want)
			return b ? simplify_fold_binary(s, TIR_FLOORDIV, x, b) : x;
		if (!b && e->op == TIR_FLOORDIV && e->arg[1] == c && y->op == TIR_FLOORMOD &&
		        y->arg[0] == x && y->arg[1]->op == TIR_INT_IMM && y->arg[1]->u.i > 0 &&
		        y->arg[1]->u.i % c->u.i == 0)
			return y;
	}
	return NULL;
}

/* Put one quotient and its remainder together; false if there is no such pair. */
static bool join_pair(struct simplifier *s, struct affine_sum *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		uint32_t q;
		const struct tir_expr *x = l->term[i].x[0]->n == 2 ? whole_of(s, l, l->term[i], &q)
		                                                   : NULL;
		struct affine_sum inner, joined;
		if (!x || q == i || !simplify_linear_of(s, x, &inner))
			continue;
		affine_clear(&joined);
		joined.constant = l->constant;
		joined.nodes = l->nodes;
		for (uint32_t k = 0; k < l->n; k++)
			if (k != i && k != q)
				joined.term[joined.n++] = l->term[k];
		if (!affine_add_sum(&joined, &inner, l->term[i].factor))
			continue;
		*l = joined;
		return true;
	}
	return false;
}

void simplify_linear_collect(struct simplifier *s, struct affine_sum *l)
{
	while (join_pair(s, l)) /* each time there is one remainder less */
		l->nodes += 2;  /* the quotient and the remainder, which sums do not count */
}

/* ---- Ranges of sums ----------------------------------------------------------------------*/
/* Add the range of a term. */
static bool add_range(struct simplifier *s, struct affine_term t, wide *lo, wide *hi)
{
	struct range r = simplify_range_of(s, t.x[0]);
	*lo += (wide)t.factor * (t.factor > 0 ? r.lo : r.hi);
	*hi += (wide)t.factor * (t.factor > 0 ? r.hi : r.lo);
	return r.known && *lo > -((wide)1 << 100) && *hi < (wide)1 << 100;
}

bool simplify_linear_range(struct simplifier *s, const struct affine_sum *l, int64_t *lo,
        int64_t *hi)
{
	wide a = l->constant, b = l->constant;
	for (uint32_t i = 0; i < l->n; i++)
		if (!add_range(s, l->term[i], &a, &b))
			return false;
	*lo = (int64_t)a;
	*hi = (int64_t)b;
	return fits64(a) && fits64(b);
}

void simplify_linear_split(const struct affine_sum *l, int64_t factor, struct affine_sum *quotient,
        struct affine_sum *rest)
{
	affine_clear(quotient);
	affine_clear(rest);
	for (uint32_t i = 0; i < l->n; i++) {
		struct affine_term t = l->term[i];
		if (t.factor % factor)
			rest->term[rest->n++] = t;
		else
			quotient->term[quotient->n++] = (struct affine_term){
			        t.factor / factor, 1, {t.x[0]}};
	}
	rest->constant = l->constant % factor;
	if (rest->constant < 0)
		rest->constant += factor;
	quotient->constant = (int64_t)(((wide)l->constant - rest->constant) / factor);
}

/* ---- Building ----------------------------------------------------------------------------*/
uint32_t simplify_linear_nodes(const struct affine_sum *l)
{
	uint32_t n = l->n + (l->constant != 0);
	bool first = true; /* the first one that is added is free */
	n -= n > 0;
	for (uint32_t i = 0; i < l->n; i++) {
		n += l->term[i].factor != 1 && (first || l->term[i].factor != -1);
		first = false;
	}
	return n;
}

/* True if all parts are on one side of zero, so that parts of the sum are no larger than it. */
static bool is_one_sided(struct simplifier *s, const struct affine_sum *l)
{
	bool up = l->constant >= 0, down = l->constant <= 0;
	for (uint32_t i = 0; i < l->n; i++) {
		wide lo = 0, hi = 0;
		if (!add_range(s, l->term[i], &lo, &hi))
			return false;
		up &= lo >= 0;
		down &= hi <= 0;
	}
	return up || down;
}

/* acc + factor * e, in as few nodes as that takes; *proved is cleared if it may overflow. */
static const struct tir_expr *add_up(struct simplifier *s, const struct tir_expr *acc,
        struct affine_term t, bool *proved)
{
	bool minus = acc && t.factor < 0 && t.factor != INT64_MIN;
	const struct tir_expr *e = t.x[0];
	int64_t factor = minus ? -t.factor : t.factor;
	if (factor != 1) {
		e = tir_binary(s->m, TIR_MUL, e, tir_int(s->m, e->type, factor));
		*proved &= simplify_range_of(s, e).proved;
	}
	if (acc) {
		e = tir_binary(s->m, minus ? TIR_SUB : TIR_ADD, acc, e);
		*proved &= simplify_range_of(s, e).proved;
	}
	return e;
}

const struct tir_expr *simplify_linear_build(struct simplifier *s, struct tir_type t,
        const struct affine_sum *l)
{
	const struct tir_expr *acc = NULL;
	bool proved = true;
	int64_t lo, hi;
	simplify_range_type(t, &lo, &hi);
	for (uint32_t i = 0; i < l->n; i++) {
		if (l->term[i].factor < lo || l->term[i].factor > hi ||
		        l->term[i].factor == INT64_MIN)
			return NULL;
		acc = add_up(s, acc, l->term[i], &proved);
	}
	if (l->constant < lo || l->constant > hi)
		return NULL;
	if (!acc)
		return tir_int(s->m, t, l->constant);
	bool minus = l->constant < 0 && l->constant != lo && t.code == TIR_TYPE_INT;
	if (l->constant) {
		acc = tir_binary(s->m, minus ? TIR_SUB : TIR_ADD, acc,
		        tir_int(s->m, t, minus ? -l->constant : l->constant));
		proved &= simplify_range_of(s, acc).proved;
	}
	return proved || (l->n == 1 && l->term[0].factor == 1 && !l->constant) || is_one_sided(s, l)
	               ? acc
	               : NULL;
}
