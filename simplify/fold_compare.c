/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simplify/fold_compare.c: comparisons of integers, and vectors lane by lane.
 *
 * Idea.   a < b asks for the sign of the exact a - b: its range may decide it.  What has a common
 *         factor is divided by it; a sum that is equal to its least value has all terms at theirs.
 * Needs   linear forms of both sides.
 * Keeps   values.
 * Costs   one linear form each. */
#include "simplify/simplify.h"

/* What op says of a difference in [lo, hi]: 1 true, 0 false, -1 not known. */
static int decide(enum tir_op op, int64_t lo, int64_t hi)
{
	switch (op) {
	case TIR_LT: return hi < 0 ? 1 : lo >= 0 ? 0 : -1;
	case TIR_LE: return hi <= 0 ? 1 : lo > 0 ? 0 : -1;
	case TIR_GT: return lo > 0 ? 1 : hi <= 0 ? 0 : -1;
	case TIR_GE: return lo >= 0 ? 1 : hi < 0 ? 0 : -1;
	case TIR_EQ: return lo > 0 || hi < 0 ? 0 : lo == 0 && hi == 0 ? 1 : -1;
	case TIR_NE: return lo > 0 || hi < 0 ? 1 : lo == 0 && hi == 0 ? 0 : -1;
	case TIR_ANY_LEAF:
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return -1;
}

/* l == 0 (or != 0) where 0 is the least or the greatest l can be, and every term is a variable:
 * all of them are at that end. */
static const struct tir_expr *at_the_end(struct simplifier *s, const struct tir_expr *e,
        const struct affine_sum *l, bool least)
{
	bool equal = e->op == TIR_EQ;
	const struct tir_expr *all = NULL;
	for (uint32_t i = 0; i < l->n; i++) {
		const struct tir_expr *x = l->term[i].x[0];
		struct range r = simplify_range_of(s, x);
		if (x->op != TIR_VAR)
			return NULL;
		const struct tir_expr *end = tir_int(s->m, x->type,
		        least == (l->term[i].factor > 0) ? r.lo : r.hi);
		const struct tir_expr *one = tir_binary(s->m, equal ? TIR_EQ : TIR_NE, x, end);
		all = !all ? one : tir_binary(s->m, equal ? TIR_AND : TIR_OR, all, one);
	}
	return all;
}

/* The comparison of a difference with 0, its positive terms against its negative ones; NULL if a
 * side cannot be built. */
static const struct tir_expr *compare_sides(struct simplifier *s, enum tir_op op, struct tir_type t,
        const struct affine_sum *l)
{
	struct affine_sum a = {0}, b = {0};
	for (uint32_t i = 0; i < l->n; i++) {
		if (l->term[i].factor == INT64_MIN)
			return NULL;
		if (l->term[i].factor > 0)
			a.term[a.n++] = l->term[i];
		else
			b.term[b.n++] = (struct affine_term){
			        -l->term[i].factor, 1, {l->term[i].x[0]}};
	}
	if (l->constant > 0 && b.n)
		a.constant = l->constant;
	else if (l->constant != INT64_MIN)
		b.constant = -l->constant;
	else
		return NULL;
	const struct tir_expr *x = simplify_linear_build(s, t, &a),
	                      *y = simplify_linear_build(s, t, &b);
	bool exact = x && y && (simplify_range_of(s, x).safe || x->op == TIR_VAR) &&
	             simplify_range_of(s, y).safe;
	return exact ? tir_binary(s->m, op, x, y) : NULL;
}

/* g * q + r < 0 with 0 <= r < g is q < 0; the same for >=; g * q == 0 is q == 0. */
static void divide_by_factor(struct simplifier *s, enum tir_op op, struct affine_sum *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		struct affine_sum q, r;
		int64_t g = l->term[i].factor, lo, hi;
		if (g == INT64_MIN || g == 1 || g == -1)
			continue;
		simplify_linear_split(l, g < 0 ? -g : g, &q, &r);
		bool exact = !r.n && !r.constant;
		bool floors = (op == TIR_LT || op == TIR_GE) &&
		              simplify_linear_range(s, &r, &lo, &hi) && lo >= 0 &&
		              hi < (g < 0 ? -g : g);
		if (!q.n || (!exact && !floors))
			continue;
		q.nodes = l->nodes;
		*l = q;
		return;
	}
}

/* a <= b as a < b + 1, a > b as b < a: only LT, GE, EQ and NE are left, of a difference with 0. */
static enum tir_op normalize(enum tir_op op, struct affine_sum *l)
{
	if ((op == TIR_LE || op == TIR_GT) && l->constant > INT64_MIN) {
		l->constant--;
		return op == TIR_LE ? TIR_LT : TIR_GE;
	}
	return op;
}

const struct tir_expr *simplify_fold_compare(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *b = e->arg[1];
	enum tir_op op = (enum tir_op)e->op;
	struct affine_sum x, y;
	int64_t lo, hi;
	if (e->type.lanes > 1 || !is_idle(e) || !simplify_linear_of(s, a, &x) ||
	        !simplify_linear_of(s, b, &y))
		return NULL;
	uint32_t before = x.nodes + y.nodes, terms = x.n + y.n;
	if (!affine_add_sum(&x, &y, -1))
		return NULL;
	simplify_linear_collect(s, &x);
	if (simplify_linear_range(s, &x, &lo, &hi)) {
		int known = decide(op, lo, hi);
		if (known >= 0)
			return tir_int(s->m, e->type, known);
		if ((op == TIR_EQ || op == TIR_NE) && (lo == 0 || hi == 0) && x.n > 1) {
			const struct tir_expr *r = at_the_end(s, e, &x, lo == 0);
			if (r)
				return r;
		}
	}
	op = normalize(op, &x);
	divide_by_factor(s, op, &x);
	if (simplify_linear_nodes(&x) >= before && x.n >= terms)
		return NULL;
	const struct tir_expr *r = compare_sides(s, op, a->type, &x);
	if (!r || r == e)
		return NULL;
	struct affine_sum rx, ry; /* it must have become smaller */
	bool counted = simplify_linear_of(s, r->arg[0], &rx) &&
	               simplify_linear_of(s, r->arg[1], &ry);
	return counted && rx.nodes + ry.nodes < before ? r : NULL;
}

/* ---- Vectors -----------------------------------------------------------------------------*/
static const struct tir_expr *lanes_of(const struct tir_expr *e)
{
	return e->op == TIR_BROADCAST && e->arg[0]->type.lanes == 1 ? e->arg[0] : NULL;
}

static const struct tir_expr *ramp_by(struct simplifier *s, const struct tir_expr *base,
        const struct tir_expr *stride, unsigned lanes)
{
	return is_int(stride, 0) ? tir_broadcast(s->m, base, lanes)
	                         : tir_ramp(s->m, base, stride, lanes);
}

/* Ramp op Broadcast of the operations that keep a ramp one. */
static const struct tir_expr *fold_ramp(struct simplifier *s, enum tir_op op,
        const struct tir_expr *a, const struct tir_expr *b)
{
	unsigned n = a->type.lanes;
	const struct tir_expr *x = lanes_of(a), *y = lanes_of(b);
	bool ra = a->op == TIR_RAMP && a->arg[0]->type.lanes == 1;
	bool rb = b->op == TIR_RAMP && b->arg[0]->type.lanes == 1;
	if (op == TIR_ADD && ra && y)
		return ramp_by(s, simplify_fold_binary(s, op, a->arg[0], y), a->arg[1], n);
	if (op == TIR_ADD && x && rb)
		return ramp_by(s, simplify_fold_binary(s, op, x, b->arg[0]), b->arg[1], n);
	if (op == TIR_SUB && ra && y)
		return ramp_by(s, simplify_fold_binary(s, op, a->arg[0], y), a->arg[1], n);
	if (op == TIR_MUL && ra && y)
		return ramp_by(s, simplify_fold_binary(s, op, a->arg[0], y),
		        simplify_fold_binary(s, op, a->arg[1], y), n);
	if (op == TIR_MUL && x && rb)
		return fold_ramp(s, op, b, a);
	if ((op == TIR_ADD || op == TIR_SUB) && ra && rb)
		return ramp_by(s, simplify_fold_binary(s, op, a->arg[0], b->arg[0]),
		        simplify_fold_binary(s, op, a->arg[1], b->arg[1]), n);
	return NULL;
}

/* Ramp(b, k, n) // c and % c where b = q * c + r and no lane passes the next multiple of c. */
static const struct tir_expr *fold_ramp_division(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *c = lanes_of(e->arg[1]);
	struct affine_sum l, q, r;
	int64_t lo, hi, k = a->op == TIR_RAMP && a->arg[1]->op == TIR_INT_IMM ? a->arg[1]->u.i : 0;
	if ((e->op != TIR_FLOORDIV && e->op != TIR_FLOORMOD) || k <= 0 || !c ||
	        c->op != TIR_INT_IMM || c->u.i <= 0 || k > c->u.i ||
	        !simplify_range_of(s, a).safe || !simplify_linear_of(s, a->arg[0], &l))
		return NULL;
	simplify_linear_split(&l, c->u.i, &q, &r);
	if (!simplify_linear_range(s, &r, &lo, &hi) || lo < 0 ||
	        hi + k * (e->type.lanes - 1) >= c->u.i)
		return NULL;
	const struct tir_expr *x = simplify_fold_binary(s, (enum tir_op)e->op, a->arg[0], c);
	return e->op == TIR_FLOORDIV ? tir_broadcast(s->m, x, e->type.lanes)
	                             : tir_ramp(s->m, x, a->arg[1], e->type.lanes);
}

const struct tir_expr *simplify_fold_vector(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *b = e->arg[1], *x = lanes_of(a), *y = lanes_of(b);
	if (x && y && !tir_is_lazy(e))
		return tir_broadcast(s->m, simplify_fold_binary(s, (enum tir_op)e->op, x, y),
		        e->type.lanes);
	const struct tir_expr *r = fold_ramp(s, (enum tir_op)e->op, a, b);
	return r ? r : fold_ramp_division(s, e);
}
