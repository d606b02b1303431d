/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize_repeat.c: may the last iterations of a loop be done once more?
 *
 * Idea.    If no iteration reads what any of them stores, each stores the same whenever it runs; and each element's last
 *          store is still that of the last iteration that stores to it, as these are done again in their order.  An iteration
 *          may read what itself has stored: an element to which a statement of the body stores before.
 * Needs    verified functions.
 * Costs    the operands of the loop once for each of its stores.
 * Wrong if a load is passed over, or an element counts as stored that is not, or not yet. */
#include "proof/lanes/vectorize.h"

enum { STORES = 512 }; /* more than a nest has accesses that the vectoriser takes */

struct repeat {
	struct lane_walk *w;
	VEC(const struct tir_buffer *) fresh; /* allocated in the iteration */
	VEC(const struct tir_stmt *) set;     /* stores of the body itself above the statement */
	VEC(const struct tir_stmt *) store;   /* all */
};

static bool is_fresh(const struct repeat *r, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < r->fresh.n; i++)
		if (r->fresh.at[i] == b)
			return true;
	return false;
}

/* Is the element that which the store stores to? */
static bool is_stored(const struct tir_expr *load, const struct tir_stmt *s)
{
	if (tir_as_store(s)->buffer != load->u.buffer || s->nindex != load->n || tir_mask_of(s))
		return false;
	for (uint32_t i = 0; i < load->n; i++)
		if (tir_as_store(s)->index[i].e != load->arg[i] ||
		        load->arg[i]->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET))
			return false;
	return true;
}

/* May the load be done again by a lane that overlaps: does it read what was set before, or nothing that is stored? */
static bool may_load(void *ctx, const struct tir_expr *e)
{
	struct repeat *r = ctx;
	if (e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF)
		return false;
	if (e->op != TIR_LOAD || is_fresh(r, e->u.buffer))
		return true;
	for (uint32_t i = 0; i < r->set.n; i++)
		if (is_stored(e, r->set.at[i]))
			return true;
	for (uint32_t i = 0; i < r->store.n; i++)
		if (proof_may_overlap(r->w->f, r->w->contract, e->u.buffer,
		            tir_as_store(r->store.at[i])->buffer))
			return false;
	return true;
}

/* The statements, and what they store to and allocate; false: they do what is not looked at here. */
static bool collect(struct repeat *r, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		bool known = t->kind == TIR_FOR || t->kind == TIR_IF || t->kind == TIR_BIND ||
		             t->kind == TIR_STORE || t->kind == TIR_ALLOC;
		if (!known || r->store.n > STORES)
			return false;
		if (t->kind == TIR_STORE && !is_fresh(r, tir_as_store(t)->buffer))
			VEC_PUSH(r->w->arena, &r->store, t);
		if (t->kind == TIR_ALLOC)
			VEC_PUSH(r->w->arena, &r->fresh, tir_as_alloc(t)->buffer);
		if (!collect(r, tir_body(t)) || !collect(r, tir_orelse(t)))
			return false;
	}
	return true;
}

/* Is the loop alone, and does it run at least once? */
static bool runs_alone(const struct tir_seq *s)
{
	const struct tir_stmt *t = s->first;
	const struct tir_expr *n = t->kind == TIR_FOR ? tir_as_for(t)->extent.e : NULL;
	return n && !t->next && proof_is_plain(t) && n->op == TIR_INT_IMM && n->u.i > 0;
}

/* own: each iteration runs these statements, those of the loop's body or of loops alone in it. */
static bool may_read(struct repeat *r, const struct tir_seq *s, bool own)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	bool ok = true;
	for (const struct tir_stmt *t = s->first; t && ok; t = t->next) {
		uint32_t n = tir_stmt_exprs(t, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n && ok; i++)
			ok = !(op[i]->flags & TIR_HAS_EFFECT) &&
			     tir_walk_expr(op[i], r->w->arena, may_load, r);
		ok = ok && may_read(r, tir_body(t), own && runs_alone(s)) &&
		     may_read(r, tir_orelse(t), false);
		if (t->kind == TIR_STORE && own)
			VEC_PUSH(r->w->arena, &r->set, t);
	}
	return ok;
}

bool proof_lanes_may_repeat(struct lane_walk *w)
{
	struct repeat r = {.w = w};
	const struct tir_seq *body = &tir_as_for(w->loop)->body;
	return collect(&r, body) && may_read(&r, body, true);
}
