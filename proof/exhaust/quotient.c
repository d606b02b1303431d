/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/exhaust/quotient.c: are two programs the same but for divisions in what they store, by numbers that take few values?
 *
 * Idea.    Walk both in step.  Where f divides and g does something else, both are computed of the same sum and the same
 *          divisor: of each value that the divisor takes in the loops around, and each value that the sum may have.
 * Costs    each sum for each divisor.
 * Wrong if the sum or the divisor takes another value: the one is bounded by types and constants, the other one computed in
 *          all iterations. */
#include "proof/values/bounds.h"

enum {
	STEPS = 1 << 26, /* of a stored value */
	DIVISORS = 64,
	SUMS = 1 << 16,
	CANDIDATES = 64,
	DEEP = 48,
};

/* A lane of x and y, which are the same for each number from lo to hi that the sum is. */
struct lanes_tried {
	const struct tir_expr *x, *y, *sum;
	uint32_t lane;
	int64_t lo, hi;
};
struct divided {
	struct proof_walk walk;
	struct proof_bounding bounds;
	uint32_t steps; /* left */
	/* What is computed: of the sum and the divisor, where they are not NULL, and of loops' variables. */
	const struct tir_expr *sum, *divisor;
	int64_t of_sum, of_divisor;
	uint32_t lane; /* of vectors: which is computed */
	const struct tir_stmt *loop[PROOF_DEPTH];
	int64_t at[PROOF_DEPTH];
	uint32_t nloops;
	int64_t values[DIVISORS];
	uint32_t nvalues;
	VEC(struct lanes_tried) tried;
	bool unknown; /* a sum may have too many values to be tried */
};

/* ---- Values ------------------------------------------------------------------------------*/
static struct tir_type wide(void)
{
	return tir_type(TIR_TYPE_INT, 64, 1);
}

/* What the name is bound to where the walk is; NULL: it is no such name. */
static const struct tir_expr *bound(const struct divided *w, const struct tir_var *v)
{
	const struct proof_scope *scope = &w->walk.scope;
	for (uint32_t i = scope->binds.n; i-- > 0;)
		if (scope->binds.at[i].var == v)
			return scope->binds.at[i].value;
	return NULL;
}

static bool compute(struct divided *w, const struct tir_expr *e, int deep, int64_t *out);

/* What lane l is, where e only says which numbers its lanes are; NULL: it says something else. */
static const struct tir_expr *number_in(const struct tir_expr *e, uint32_t l)
{
	if (e->op == TIR_BROADCAST)
		e = e->arg[0];
	if (e->op == TIR_SHUFFLE && e->u.nvectors + e->type.lanes == e->n) {
		int64_t i = e->arg[e->u.nvectors + l]->u.i;
		if (i < 0 || i >= e->u.nvectors || e->arg[0]->type.lanes != 1)
			return NULL;
		e = e->arg[i];
	}
	return e->op == TIR_INT_IMM && e->type.lanes == 1 ? e : NULL;
}

/* The number that a variable has: its loop's iteration, or what it is bound to; false: not known. */
static bool compute_var(struct divided *w, const struct tir_var *v, int deep, int64_t *out)
{
	for (uint32_t i = 0; i < w->nloops; i++)
		if (tir_as_for(w->loop[i])->var == v) {
			*out = w->at[i];
			return true;
		}
	const struct tir_expr *value = bound(w, v);
	return value && compute(w, value, deep, out);
}

/* One of two values, for the first one that is chosen alone is computed. */
static bool compute_choice(struct divided *w, const struct tir_expr *e, int deep, int64_t *out)
{
	int64_t c;
	return compute(w, e->arg[0], deep, &c) && compute(w, e->arg[c ? 1 : 2], deep, out);
}

/* The number that e is; false: nobody knows, or it would overflow or trap. */
static bool compute(struct divided *w, const struct tir_expr *e, int deep, int64_t *out)
{
	uint64_t bits = 0, x[2] = {0, 0};
	int64_t v;
	if (w->sum && e == w->sum) {
		*out = w->of_sum;
		return true;
	}
	if (w->divisor && e == w->divisor) {
		*out = w->of_divisor;
		return true;
	}
	if (!deep || !w->steps || !tir_is_integral(e->type))
		return false;
	w->steps--;
	const struct tir_expr *number = number_in(e, w->lane);
	if (number) {
		*out = number->u.i;
		return true;
	}
	if (e->op == TIR_VAR)
		return compute_var(w, e->u.var, deep - 1, out);
	if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE)
		return compute_choice(w, e, deep - 1, out);
	if ((e->op != TIR_CAST && tir_ops[e->op].arity != 2) || e->op == TIR_LET ||
	        e->op == TIR_RAMP || !tir_is_integral(e->arg[0]->type))
		return false;
	struct tir_type t = tir_lanes(e->arg[0]->type, 1), to = tir_lanes(e->type, 1);
	for (uint32_t i = 0; i < e->n; i++) {
		if (!compute(w, e->arg[i], deep - 1, &v))
			return false;
		x[i] = tir_eval_cast(t, wide(), (uint64_t)v);
	}
	if (e->op == TIR_CAST)
		bits = tir_eval_cast(to, t, x[0]);
	else if (tir_overflows((enum tir_op)e->op, t, x[0], x[1]) ||
	         !tir_eval_binary((enum tir_op)e->op, t, x[0], x[1], &bits))
		return false;
	*out = (int64_t)tir_eval_cast(wide(), to, bits);
	return true;
}

/* ---- The divisor -------------------------------------------------------------------------*/
static const struct tir_stmt *loop_of(const struct divided *w, const struct tir_var *v)
{
	const struct proof_scope *scope = &w->walk.scope;
	for (uint32_t i = 0; i < scope->around.n; i++)
		if (scope->around.at[i].loop && tir_as_for(scope->around.at[i].loop)->var == v)
			return scope->around.at[i].loop;
	return NULL;
}

/* Add the loops around that e names, all of which run a known number of times. */
static bool find_loops(struct divided *w, const struct tir_expr *e, int deep)
{
	if (!deep || !w->steps)
		return false;
	w->steps--;
	for (uint32_t i = 0; i < e->n; i++)
		if (!find_loops(w, e->arg[i], deep - 1))
			return false;
	if (e->op != TIR_VAR)
		return true;
	const struct tir_expr *value = bound(w, e->u.var);
	const struct tir_stmt *s = loop_of(w, e->u.var);
	if (value || !s)
		return value && find_loops(w, value, deep - 1);
	for (uint32_t i = 0; i < w->nloops; i++)
		if (w->loop[i] == s)
			return true;
	const struct tir_expr *min = tir_as_for(s)->min.e, *n = tir_as_for(s)->extent.e;
	if (w->nloops == PROOF_DEPTH || tir_loop_step(s) < 1 || min->op != TIR_INT_IMM ||
	        n->op != TIR_INT_IMM || n->u.i < 1)
		return false;
	w->loop[w->nloops++] = s;
	return true;
}

/* Add a value that the divisor takes, once; false: there are too many. */
static bool add_value(struct divided *w, int64_t v)
{
	for (uint32_t i = 0; i < w->nvalues; i++)
		if (w->values[i] == v)
			return true;
	if (w->nvalues == DIVISORS)
		return false;
	w->values[w->nvalues++] = v;
	return true;
}

/* Add what e is for all values of the loops' variables from number l on: those in between steps, too. */
static bool add_values(struct divided *w, const struct tir_expr *e, uint32_t l)
{
	int64_t v;
	if (l == w->nloops)
		return compute(w, e, DEEP, &v) && add_value(w, v);
	const struct tir_for *loop = tir_as_for(w->loop[l]);
	for (int64_t i = 0; i < loop->extent.e->u.i; i++) {
		w->at[l] = loop->min.e->u.i + i;
		if (!w->steps || !add_values(w, e, l + 1))
			return false;
	}
	return true;
}

/* ---- The sum -----------------------------------------------------------------------------*/
/* Are both, which are computed of the sum and the divisor, the same for all values of these? */
static bool same_for_all(struct divided *w, const struct tir_expr *x, const struct tir_expr *y)
{
	struct proof_bounds all = proof_bounds_of(&w->bounds, w->sum, PROOF_DEEPEST);
	int64_t p, q;
	if (!all.known || all.hi - all.lo >= SUMS || all.lo < INT32_MIN || all.hi > INT32_MAX) {
		w->unknown = true;
		return false;
	}
	for (uint32_t i = 0; i < w->nvalues; i++)
		for (int64_t v = (int64_t)all.lo; v <= (int64_t)all.hi; v++) {
			w->of_divisor = w->values[i];
			w->of_sum = v;
			if (!compute(w, x, DEEP, &p) || !compute(w, y, DEEP, &q) || p != q)
				return false;
		}
	return true;
}

/* Is x, which divides, what y is, of a sum somewhere in e, a part of x? */
static bool same_of_sum(struct divided *w, const struct tir_expr *x, const struct tir_expr *y,
        const struct tir_expr *e, uint32_t *candidates)
{
	if (!*candidates || !w->steps || e->op == TIR_LOAD || !(e->flags & TIR_READS_MEM))
		return false;
	--*candidates;
	w->sum = e;
	if (same_for_all(w, x, y))
		return true;
	for (uint32_t i = 0; i < e->n; i++)
		if (same_of_sum(w, x, y, e->arg[i], candidates))
			return true;
	return false;
}

/* Do lane l of e and lane k of f compute the same of their sums? */
static bool same_lanes(struct divided *w, const struct tir_expr *e, uint32_t l,
        const struct tir_expr *f, const struct lanes_tried *of)
{
	if (e == w->sum || f == of->sum)
		return e == w->sum && f == of->sum;
	const struct tir_expr *number = number_in(e, l);
	if (number)
		return number == number_in(f, of->lane);
	if (!w->steps || e->op != f->op || e->n != f->n || e->u.bits != f->u.bits ||
	        !tir_type_eq(e->type, f->type) || e->op == TIR_LOAD || e->op == TIR_VAR)
		return false;
	w->steps--;
	bool ok = e->n > 0;
	for (uint32_t i = 0; ok && i < e->n; i++)
		ok = same_lanes(w, e->arg[i], l, f->arg[i], of);
	return ok;
}

/* Were lanes like this one tried, of a sum between the same bounds? */
static bool was_tried(struct divided *w, const struct tir_expr *x, const struct tir_expr *y)
{
	struct proof_bounds all = proof_bounds_of(&w->bounds, w->sum, PROOF_DEEPEST);
	for (uint32_t i = 0; i < w->tried.n; i++) {
		const struct lanes_tried *t = &w->tried.at[i];
		if (all.known && t->lo == all.lo && t->hi == all.hi &&
		        same_lanes(w, x, w->lane, t->x, t) && same_lanes(w, y, w->lane, t->y, t))
			return true;
	}
	return false;
}

/* Are x and y, which are computed of the sum, the same in all lanes?  Lanes that compute alike are tried once. */
static bool same_in_lanes(struct divided *w, const struct tir_expr *x, const struct tir_expr *y)
{
	for (w->lane = 0; w->lane < x->type.lanes; w->lane++) {
		if (was_tried(w, x, y))
			continue;
		if (!same_for_all(w, x, y))
			return false;
		struct proof_bounds all = proof_bounds_of(&w->bounds, w->sum, PROOF_DEEPEST);
		struct lanes_tried t = {x, y, w->sum, w->lane, (int64_t)all.lo, (int64_t)all.hi};
		VEC_PUSH(w->walk.arena, &w->tried, t);
	}
	return true;
}

/* Are the vectors the same for all values of a sum in e, a part of x? */
static bool same_vectors(struct divided *w, const struct tir_expr *x, const struct tir_expr *y,
        const struct tir_expr *e, uint32_t *candidates)
{
	if (!*candidates || !w->steps || e->op == TIR_LOAD || !(e->flags & TIR_READS_MEM))
		return false;
	--*candidates;
	w->sum = e;
	if (e != x && same_in_lanes(w, x, y))
		return true;
	for (uint32_t i = 0; i < e->n; i++)
		if (same_vectors(w, x, y, e->arg[i], candidates))
			return true;
	return false;
}

/* Is y the quotient x for all values that the divisor takes and all values of the sum?  False also if that is too much to
 * try. */
static bool same_quotient(struct divided *w, const struct tir_expr *x, const struct tir_expr *y)
{
	uint32_t candidates = CANDIDATES;
	w->sum = w->divisor = NULL;
	w->nloops = w->nvalues = w->lane = 0;
	if (x->type.lanes > 1 && tir_type_eq(x->type, y->type)) {
		w->values[w->nvalues++] = 0; /* of no divisor: it is a number in each lane */
		return same_vectors(w, x, y, x, &candidates);
	}
	if ((x->op != TIR_DIV && x->op != TIR_FLOORDIV) || !tir_type_eq(x->type, y->type) ||
	        x->type.lanes != 1 || !tir_is_int(x->type) || x->arg[1]->flags & TIR_READS_MEM)
		return false;
	if (!find_loops(w, x->arg[1], DEEP) || !add_values(w, x->arg[1], 0))
		return false;
	w->nloops = 0; /* what follows may name none of them but by the divisor */
	w->divisor = x->arg[1];
	return same_of_sum(w, x, y, x->arg[0], &candidates);
}

/* Are the two stored values the same? */
static bool same_value(struct divided *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (x == y)
		return true;
	if (!w->steps || !tir_type_eq(x->type, y->type))
		return false;
	w->steps--;
	if (x->op != y->op)
		return same_quotient(w, x, y);
	bool ok = x->n == y->n && x->n > 0 && x->u.bits == y->u.bits && x->op != TIR_LET &&
	          x->op != TIR_LOAD && x->op != TIR_CALL;
	for (uint32_t i = 0; ok && i < x->n; i++)
		ok = same_value(w, x->arg[i], y->arg[i]);
	return ok;
}

/* ---- Stores ------------------------------------------------------------------------------*/
/* Do the changed statements store the same, but for quotients that became products, to the same element? */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct divided *w = ctx;
	w->steps = STEPS;
	w->bounds.stamp++;
	bool ok = proof_same_head(s, t) && tir_mask_of(s) == tir_mask_of(t) &&
	          same_value(w, tir_value_of(s), tir_value_of(t));
	*next = t->next;
	for (uint32_t i = 0; ok && i < s->nindex; i++)
		ok = tir_as_store(s)->index[i].e == tir_as_store(t)->index[i].e;
	w->walk.why = "a quotient is another one, or not known";
	return ok;
}

enum proof_verdict proof_quotient(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	struct divided *w = ARENA_NEW(arena, struct divided);
	*w = (struct divided){.walk = {.arena = arena,
	                              .is_changed = proof_stores_other,
	                              .same_changed = same_changed,
	                              .why = "a variable is used out of its scope",
	                              .ctx = w},
	        .bounds = {.f = f, .scope = &w->walk.scope, .arena = arena, .steps = &w->steps}};
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&w->walk, &f->body, &g->body);
	*why = w->walk.why;
	return ok ? PROOF_PROVED : w->unknown ? PROOF_UNDECIDED : PROOF_REFUTED;
}
