/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/nest_sum.c: indices as sums of multiples of variables; expressions with other variables in them.
 *
 * Costs   each node once. */
#include "loops/plan/nest.h"

enum { FARTHEST = 1 << 28, DEEPEST = 200 };

int64_t nest_factor(const struct nest_sum *s, const struct tir_var *v)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->term[i].var == v)
			return s->term[i].factor;
	return 0;
}

static bool is_small(int64_t n)
{
	return n > -FARTHEST && n < FARTHEST;
}

/* Add by * v; false: the sum has no room. */
static bool add_var(struct nest_sum *s, const struct tir_var *v, int64_t by)
{
	uint32_t i = 0;
	while (i < s->n && s->term[i].var != v)
		i++;
	if (i == NEST_TERMS)
		return false;
	if (i == s->n) {
		s->term[s->n].var = v;
		s->term[s->n++].factor = 0;
	}
	s->term[i].factor += by;
	bool ok = is_small(s->term[i].factor);
	if (!s->term[i].factor)
		s->term[i] = s->term[--s->n];
	return ok;
}

/* Add by * e; false: e is no sum. */
static bool add(struct nest_sum *s, const struct tir_expr *e, int64_t by)
{
	if (!is_small(by) || e->type.lanes > 1 || e->depth > DEEPEST)
		return false;
	switch (e->op) {
	case TIR_INT_IMM:
		s->number += is_small(e->u.i) ? e->u.i * by : 0;
		return is_small(e->u.i) && is_small(s->number);
	case TIR_VAR: return add_var(s, e->u.var, by);
	case TIR_ADD: return add(s, e->arg[0], by) && add(s, e->arg[1], by);
	case TIR_SUB: return add(s, e->arg[0], by) && add(s, e->arg[1], -by);
	case TIR_MUL:
		if (e->arg[1]->op == TIR_INT_IMM && is_small(e->arg[1]->u.i))
			return add(s, e->arg[0], by * e->arg[1]->u.i);
		return e->arg[0]->op == TIR_INT_IMM && is_small(e->arg[0]->u.i) &&
		       add(s, e->arg[1], by * e->arg[0]->u.i);
	default: return false;
	}
}

bool nest_sum_of(const struct tir_expr *e, struct nest_sum *out)
{
	*out = (struct nest_sum){0};
	return add(out, e, 1);
}

bool nest_identity(enum tir_op op, struct tir_type t, int64_t *out)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	int64_t most = (INT64_C(1) << (t.bits - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
	*out = op == TIR_MIN      ? most
	       : op == TIR_MAX    ? least
	       : op == TIR_BITAND ? (is_signed ? -1 : most)
	                          : 0;
	return !tir_is_float(t) &&
	       (op == TIR_ADD || op == TIR_SUB || op == TIR_MIN || op == TIR_MAX ||
	               op == TIR_BITOR || op == TIR_BITAND || op == TIR_BITXOR);
}

/* ---- Reductions --------------------------------------------------------------------------*/
const struct nest_reduce *nest_reduction(const struct nests *n, const struct tir_expr *e)
{
	for (uint32_t i = n->reduces.n; e->op == TIR_VAR && i-- > 0;)
		if (n->reduces.at[i].var == e->u.var)
			return &n->reduces.at[i];
	return NULL;
}

struct walk {
	const struct nests *n;
	bool (*visit)(void *ctx, const struct tir_expr *e);
	void *ctx;
};

static bool step(void *ctx, const struct tir_expr *e)
{
	const struct walk *w = ctx;
	const struct nest_reduce *r = nest_reduction(w->n, e);
	return w->visit(w->ctx, e) && (!r || (nest_walk(w->n, r->init, w->visit, w->ctx) &&
	                                             nest_walk(w->n, r->term, w->visit, w->ctx)));
}

bool nest_walk(const struct nests *n, const struct tir_expr *e,
        bool (*visit)(void *ctx, const struct tir_expr *e), void *ctx)
{
	struct walk w = {n, visit, ctx};
	return tir_walk_expr(e, n->arena, step, &w);
}

/* Reductions in an expression, each once. */
struct found {
	const struct nests *n;
	uint32_t at[NEST_STMTS], count;
};

/* Note a reduction. */
static bool find(void *ctx, const struct tir_expr *e)
{
	struct found *x = ctx;
	const struct nest_reduce *r = nest_reduction(x->n, e);
	for (uint32_t i = 0; r && i < x->count; i++)
		if (x->at[i] == (uint32_t)(r - x->n->reduces.at))
			return true;
	if (r && x->count < NEST_STMTS)
		x->at[x->count++] = (uint32_t)(r - x->n->reduces.at);
	return true;
}

/* e with expressions in the place of n variables, but in reductions.  Results of the call before are forgotten, their memory is not. */
static const struct tir_expr *replaced(struct nests *n, const struct tir_expr *e, uint32_t nvars,
        const struct tir_var *const *var, const struct tir_expr *const *to)
{
	if (!n->subst) {
		n->subst = ARENA_NEW(n->arena, struct tir_subst);
		*n->subst = (struct tir_subst){.m = n->m, .arena = n->arena};
	}
	n->subst->stamp++;
	for (uint32_t i = 0; i < nvars; i++)
		tir_subst_var(n->subst, var[i], to[i]);
	e = tir_subst_expr(n->subst, e);
	for (uint32_t i = 0; i < nvars; i++)
		n->subst->var.at[var[i]->id] = NULL;
	return e;
}

const struct tir_expr *nest_subst(struct nests *n, const struct tir_expr *e, uint32_t nvars,
        const struct tir_var *const *var, const struct tir_expr *const *to)
{
	enum { MOST = NEST_STMTS + NEST_LOOPS * 4 };
	const struct tir_var *vars[MOST];
	const struct tir_expr *tos[MOST];
	struct found x = {n, {0}, 0};
	uint32_t all = nvars;
	tir_walk_expr(e, n->arena, find, &x);
	if (!x.count)
		return replaced(n, e, nvars, var, to);
	for (uint32_t i = 0; i < nvars; i++) {
		vars[i] = var[i];
		tos[i] = to[i];
	}
	for (uint32_t i = 0; i < x.count; i++) {
		struct nest_reduce r = n->reduces.at[x.at[i]];
		bool whole = false; /* it is replaced as a whole */
		for (uint32_t k = 0; k < nvars; k++)
			whole |= var[k] == r.var;
		if (whole)
			continue;
		const struct tir_expr *init = nest_subst(n, r.init, nvars, var, to);
		const struct tir_expr *term = nest_subst(n, r.term, nvars, var, to);
		if (init == r.init && term == r.term)
			continue;
		vars[all] = r.var;
		r.var = tir_var_new(n->m, r.var->name, r.var->type);
		r.init = init;
		r.term = term;
		VEC_PUSH(n->arena, &n->reduces, r);
		tos[all++] = r.var->expr;
	}
	return replaced(n, e, all, vars, tos);
}

/* ---- Names -------------------------------------------------------------------------------*/
struct naming {
	const struct tir_expr *e;
	uint32_t n;
};

static bool counts(void *ctx, const struct tir_expr *e)
{
	struct naming *x = ctx;
	x->n += e == x->e;
	return true;
}

bool nest_names(const struct nests *n, const struct tir_expr *e, const struct tir_expr *what)
{
	struct naming x = {what, 0};
	nest_walk(n, e, counts, &x);
	return x.n != 0;
}
