/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simplify/linear.c: index expressions as sums of terms with factors.
 *
 * Idea.   A sum that does not overflow is a number like any other: terms may be moved, joined and
 *         cancelled.  (x // c) * c + x % c is x again.
 * Needs   ranges: only nodes that are safe are taken apart.
 * Keeps   the order of terms, and exactness: a sum is built again only if no step on the way can
 *         overflow, because ranges say so or because all terms have one sign and the whole fits.
 * Costs   MAX_TERMS terms and MAX_NODES nodes at most; larger sums are left alone. */
#include "simplify/simplify.h"

enum { MAX_NODES = 64 };
__extension__ typedef __int128 wide;

static bool fits64(wide v)
{
	return v >= INT64_MIN && v <= INT64_MAX;
}

static bool add_constant(struct linear *l, wide v)
{
	if (!fits64(v) || !fits64((wide)l->constant + v))
		return false;
	l->constant = (int64_t)(l->constant + v);
	return true;
}

static bool add_term(struct linear *l, const struct tir_expr *e, int64_t factor)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].e == e) {
			wide sum = (wide)l->at[i].factor + factor;
			l->at[i].factor = fits64(sum) ? (int64_t)sum : 0;
			return fits64(sum);
		}
	if (l->n == MAX_TERMS)
		return false;
	l->at[l->n++] = (struct term){e, factor};
	return true;
}

bool simplify_linear_of(struct simplifier *s, const struct tir_expr *e, struct linear *out)
{
	struct term stack[MAX_NODES + 2];
	uint32_t n = 0;
	*out = (struct linear){0};
	if (e->type.lanes != 1 || !tir_is_int(e->type) || !simplify_range_of(s, e).known)
		return false;
	stack[n++] = (struct term){e, 1};
	while (n) {
		struct term t = stack[--n];
		const struct tir_expr *a = t.e->n == 2 ? t.e->arg[0] : NULL,
		                      *b = t.e->n == 2 ? t.e->arg[1] : NULL;
		bool sum = t.e->op == TIR_ADD || t.e->op == TIR_SUB;
		bool product = t.e->op == TIR_MUL && (a->op == TIR_INT_IMM || b->op == TIR_INT_IMM);
		if (t.e->op == TIR_INT_IMM) {
			if (!add_constant(out, (wide)t.factor * t.e->u.i))
				return false;
		} else if ((!sum && !product) || !simplify_range_of(s, t.e).safe) {
			if (!add_term(out, t.e, t.factor))
				return false;
		} else if (++out->nodes > MAX_NODES) {
			return false;
		} else if (product) {
			const struct tir_expr *by = b->op == TIR_INT_IMM ? b : a;
			if (!fits64((wide)t.factor * by->u.i))
				return false;
			stack[n++] = (struct term){by == b ? a : b, t.factor * by->u.i};
		} else {
			if (t.factor == INT64_MIN)
				return false;
			stack[n++] = (struct term){b, t.e->op == TIR_ADD ? t.factor : -t.factor};
			stack[n++] = (struct term){a, t.factor};
		}
	}
	return true;
}

bool simplify_linear_sub(struct linear *a, const struct linear *b)
{
	for (uint32_t i = 0; i < b->n; i++)
		if (b->at[i].factor == INT64_MIN || !add_term(a, b->at[i].e, -b->at[i].factor))
			return false;
	return add_constant(a, -(wide)b->constant);
}

/* ---- Collecting --------------------------------------------------------------------------*/
static void drop_zeros(struct linear *l)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].factor)
			l->at[n++] = l->at[i];
	l->n = n;
}

/* The quotients and remainders of one division that are one number again, f * y:
 *   x % c with factor f, and y // c with f * c, where y is x or x % d and c divides d;
 *   x % c // b with factor f, and x // c with f * (c / b), where b divides c: y is x // b.
 * Find the quotient's term for the remainder's and return y. */
static const struct tir_expr *whole_of(struct simplifier *s, const struct linear *l,
        struct term rest, uint32_t *quotient)
{
	const struct tir_expr *b = rest.e->op == TIR_FLOORDIV ? rest.e->arg[1] : NULL;
	const struct tir_expr *mod = b ? rest.e->arg[0] : rest.e;
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
		const struct tir_expr *e = l->at[i].e, *y = e->n == 2 ? e->arg[0] : NULL;
		if (l->at[i].factor != rest.factor * by)
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

/* Add factor * l's parts to out; false if that is too much. */
static bool add_sum(struct linear *out, const struct linear *l, int64_t factor)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!fits64((wide)l->at[i].factor * factor) ||
		        !add_term(out, l->at[i].e, l->at[i].factor * factor))
			return false;
	return add_constant(out, (wide)l->constant * factor);
}

/* Put one quotient and its remainder together; false if there is no such pair. */
static bool join_pair(struct simplifier *s, struct linear *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		uint32_t q;
		const struct tir_expr *x = l->at[i].e->n == 2 ? whole_of(s, l, l->at[i], &q) : NULL;
		struct linear inner, joined = *l;
		if (!x || q == i || !simplify_linear_of(s, x, &inner))
			continue;
		joined.at[i].factor = joined.at[q].factor = 0;
		drop_zeros(&joined);
		if (!add_sum(&joined, &inner, l->at[i].factor))
			continue;
		*l = joined;
		return true;
	}
	return false;
}

void simplify_linear_collect(struct simplifier *s, struct linear *l)
{
	drop_zeros(l);
	while (join_pair(s, l)) { /* each time there is one remainder less */
		drop_zeros(l);
		l->nodes += 2; /* the quotient and the remainder, which sums do not count */
	}
}

/* ---- Ranges of sums ----------------------------------------------------------------------*/
/* Add the range of a term. */
static bool add_range(struct simplifier *s, struct term t, wide *lo, wide *hi)
{
	struct range r = simplify_range_of(s, t.e);
	*lo += (wide)t.factor * (t.factor > 0 ? r.lo : r.hi);
	*hi += (wide)t.factor * (t.factor > 0 ? r.hi : r.lo);
	return r.known && *lo > -((wide)1 << 100) && *hi < (wide)1 << 100;
}

bool simplify_linear_range(struct simplifier *s, const struct linear *l, int64_t *lo, int64_t *hi)
{
	wide a = l->constant, b = l->constant;
	for (uint32_t i = 0; i < l->n; i++)
		if (!add_range(s, l->at[i], &a, &b))
			return false;
	*lo = (int64_t)a;
	*hi = (int64_t)b;
	return fits64(a) && fits64(b);
}

void simplify_linear_split(const struct linear *l, int64_t factor, struct linear *quotient,
        struct linear *rest)
{
	*quotient = *rest = (struct linear){0};
	for (uint32_t i = 0; i < l->n; i++) {
		struct term t = l->at[i];
		if (t.factor % factor)
			rest->at[rest->n++] = t;
		else
			quotient->at[quotient->n++] = (struct term){t.e, t.factor / factor};
	}
	rest->constant = l->constant % factor;
	if (rest->constant < 0)
		rest->constant += factor;
	quotient->constant = (int64_t)(((wide)l->constant - rest->constant) / factor);
}

/* ---- Building ----------------------------------------------------------------------------*/
uint32_t simplify_linear_nodes(const struct linear *l)
{
	uint32_t n = l->n + (l->constant != 0);
	bool first = true; /* the first one that is added is free */
	n -= n > 0;
	for (uint32_t i = 0; i < l->n; i++) {
		n += l->at[i].factor != 1 && (first || l->at[i].factor != -1);
		first = false;
	}
	return n;
}

/* True if all parts are on one side of zero, so that parts of the sum are no larger than it. */
static bool is_one_sided(struct simplifier *s, const struct linear *l)
{
	bool up = l->constant >= 0, down = l->constant <= 0;
	for (uint32_t i = 0; i < l->n; i++) {
		wide lo = 0, hi = 0;
		if (!add_range(s, l->at[i], &lo, &hi))
			return false;
		up &= lo >= 0;
		down &= hi <= 0;
	}
	return up || down;
}

/* acc + factor * e, in as few nodes as that takes; *proved is cleared if it may overflow. */
static const struct tir_expr *add_up(struct simplifier *s, const struct tir_expr *acc,
        struct term t, bool *proved)
{
	bool minus = acc && t.factor < 0 && t.factor != INT64_MIN;
	const struct tir_expr *e = t.e;
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
        const struct linear *l)
{
	const struct tir_expr *acc = NULL;
	bool proved = true;
	int64_t lo, hi;
	simplify_range_type(t, &lo, &hi);
	for (uint32_t i = 0; i < l->n; i++) {
		if (l->at[i].factor < lo || l->at[i].factor > hi || l->at[i].factor == INT64_MIN)
			return NULL;
		acc = add_up(s, acc, l->at[i], &proved);
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
	return proved || (l->n == 1 && l->at[0].factor == 1 && !l->constant) || is_one_sided(s, l)
	               ? acc
	               : NULL;
}
