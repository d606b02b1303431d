/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize_limits.c: do elements that no lane needs, or asks for, lie in their buffer?
 *
 * Idea.    An index lies between two numbers (bounds.c), by what is around the nest, by its loops and its names.
 *          No lane may ask for the index: what its type may not hold is any number.
 * Wrong if an element that nobody loads before lies outside of its buffer. */
#include "proof/lanes/vectorize.h"

/* What the name of f is bound to, in the nest; NULL: it is none of its names. */
static const struct tir_expr *value_of(const struct lane_walk *w, const struct tir_var *v)
{
	for (uint32_t i = 0; i < w->nest->local.n; i++)
		if (w->nest->local.at[i].var == v)
			return w->nest->local.at[i].value;
	return NULL;
}

/* The loop of the nest whose variable it is, in f or g; NULL: none. */
static const struct tir_stmt *loop_of(const struct lane_walk *w, const struct tir_var *v)
{
	if (v == tir_as_for(w->piece)->var)
		return w->piece;
	if (v == tir_as_for(w->loop)->var)
		return w->loop;
	for (uint32_t i = 0; i < w->nest->inside.n; i++) {
		const struct tir_stmt *s = w->nest->inside.at[i].loop;
		if (s && tir_as_for(s)->var == v)
			return s;
	}
	return NULL;
}

/* Of what the nest defines: its loops' variables, and names.  What is of g and the same in all lanes is f's. */
static bool bounds_of_var(void *ctx, const struct tir_var **v, struct proof_bounds *out)
{
	struct lane_walk *w = ctx;
	for (uint32_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].to == *v && w->vars.at[i].uniform)
			*v = w->vars.at[i].from;
	const struct tir_stmt *loop = loop_of(w, *v);
	const struct tir_expr *value = loop ? NULL : value_of(w, *v);
	if (loop)
		*out = proof_bounds_of_loop(&w->bounds, loop, PROOF_DEEPEST);
	if (value)
		*out = proof_bounds_of(&w->bounds, value, PROOF_DEEPEST);
	return loop || value;
}

/* Between which numbers e lies, here. */
static struct proof_bounds limits_of(struct lane_walk *w, const struct tir_expr *e)
{
	w->bounds.f = w->f;
	w->bounds.scope = &w->both.scope;
	w->bounds.arena = w->arena;
	w->bounds.steps = &w->budget;
	w->bounds.stamp++; /* pieces and names are other ones than before */
	w->bounds.var = bounds_of_var;
	w->bounds.ctx = w;
	w->bounds.may_wrap = true;
	return proof_bounds_of(&w->bounds, e, PROOF_DEEPEST);
}

bool proof_lanes_in_buffer(struct lane_walk *w, const struct tir_buffer *b,
        const struct tir_expr *y, uint32_t lanes)
{
	if (!b->ndim || b->strides || b->shape[b->ndim - 1]->op != TIR_INT_IMM)
		return false;
	struct proof_bounds at = limits_of(w, y);
	return at.known && at.lo >= 0 && at.hi <= b->shape[b->ndim - 1]->u.i - lanes;
}

/* ---- What lanes evaluate that do not ask for it ------------------------------------------*/
/* Is the load's place in its buffer that of the store whose value it is part of, in that store's buffer?  Both begin with the
 * memory, and rows are as long in both, so that it is the same number of elements from the beginning.  The iteration stores there: it
 * is less than that buffer has, and the load's has no fewer. */
static bool is_beside_store(const struct lane_walk *w, const struct tir_expr *load)
{
	const struct tir_store *s = w->store ? tir_as_store(w->store) : NULL;
	const struct tir_buffer *b = load->u.buffer;
	if (!s || !load->n || w->store->nindex != load->n || b->ndim != load->n ||
	        s->buffer->ndim != load->n || b->root != b || s->buffer->root != s->buffer ||
	        b->strides || s->buffer->strides)
		return false;
	for (uint32_t i = 0; i < load->n; i++) {
		const struct tir_expr *has = b->shape[i], *stored = s->buffer->shape[i];
		bool more = i == 0 && has->op == TIR_INT_IMM && stored->op == TIR_INT_IMM &&
		            has->u.i > stored->u.i;
		if (s->index[i].e != load->arg[i] || (has != stored && !more))
			return false;
	}
	return true;
}

/* Does the load's element lie in its buffer? */
static bool is_in_bounds(struct lane_walk *w, const struct tir_expr *load)
{
	const struct tir_buffer *b = load->u.buffer;
	bool ok = load->n && load->n == b->ndim;
	if (is_beside_store(w, load))
		return true;
	for (uint32_t i = 0; ok && i < load->n; i++) {
		struct proof_bounds at = limits_of(w, load->arg[i]);
		ok = b->shape[i]->op == TIR_INT_IMM && at.known && at.lo >= 0 &&
		     at.hi < b->shape[i]->u.i;
	}
	return ok;
}

/* Does each iteration that evaluates e evaluate x, a load or a choice, as well? */
static bool has(struct lane_walk *w, const struct tir_expr *e, const struct tir_expr *x)
{
	bool choice = e->op == TIR_IF_THEN_ELSE || e->op == TIR_SELECT;
	bool first = choice || e->op == TIR_AND || e->op == TIR_OR;
	uint32_t n = e->op == TIR_LET || e->op == TIR_CALL ? 0 : first ? 1 : e->n;
	if (e == x || !w->budget)
		return e == x;
	w->budget--;
	for (uint32_t i = 0; i < n; i++)
		if (has(w, e->arg[i], x))
			return true;
	return choice && has(w, e->arg[1], x) && has(w, e->arg[2], x);
}

bool proof_lanes_harmless(struct lane_walk *w, const struct tir_expr *e,
        const struct tir_expr *before)
{
	if (!(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT)))
		return true;
	if (!w->budget || e->flags & TIR_HAS_EFFECT)
		return false;
	w->budget--;
	bool there = e->op == TIR_LOAD || e->op == TIR_IF_THEN_ELSE || e->op == TIR_SELECT;
	if (there && has(w, before, e))
		return true;
	if (e->op == TIR_LOAD ? !is_in_bounds(w, e) : tir_node_traps(e))
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!proof_lanes_harmless(w, e->arg[i], before))
			return false;
	return true;
}
