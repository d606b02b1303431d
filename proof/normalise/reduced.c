/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/reduced.c: read a nest that reduces, and copies of its loops.
 *
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   the nodes of what is compared, of each comparison at most REDUCED_NODES.
 * Wrong if a copy does other iterations, or something that is taken to stay the same does not. */
#include "proof/normalise/reduced.h"

enum { MOST_ITERATIONS = 1 << 28 };

static const unsigned other = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;

/* Does it run a known number of times, from 0 on, one by one? */
static bool is_counted(const struct tir_stmt *s)
{
	return proof_is_plain(s) && tir_loop_step(s) == 1 && tir_var_of(s)->type.bits >= 32 &&
	       tir_var_of(s)->type.code == TIR_TYPE_INT && tir_is_number(tir_as_for(s)->min.e, 0) &&
	       tir_as_for(s)->extent.e->op == TIR_INT_IMM && tir_as_for(s)->extent.e->u.i > 0 &&
	       tir_as_for(s)->extent.e->u.i <= MOST_ITERATIONS;
}

const struct tir_seq *proof_reduced_read(struct reduced *k, const struct tir_stmt *s)
{
	k->iterations = 1;
	for (k->n = 0;; s = tir_body(s)->first) {
		if (!is_counted(s) || k->n == REDUCED_LOOPS)
			return NULL;
		k->loop[k->n] = s;
		k->old[k->n++] = tir_var_of(s);
		k->iterations *= tir_as_for(s)->extent.e->u.i;
		if (k->iterations > MOST_ITERATIONS)
			return NULL;
		const struct tir_stmt *first = tir_body(s)->first;
		if (!first || first->next || first->kind != TIR_FOR)
			return tir_body(s);
	}
}

/* ---- What stays the same -------------------------------------------------------------------*/
static bool is_still(void *ctx, const struct tir_expr *e)
{
	const struct reduced *k = ctx;
	for (uint32_t i = 0; i < k->n && e->op == TIR_VAR; i++)
		if (e->u.var == k->old[i])
			return false;
	return true;
}

bool proof_reduced_is_steady(const struct reduced *k, const struct tir_expr *e)
{
	return !(e->flags & (other | TIR_READS_MEM)) &&
	       tir_walk_expr(e, k->walk.arena, is_still, (void *)(uintptr_t)k);
}

/* A nest, and what a store in it changes. */
struct changed {
	const struct reduced *k;
	const struct tir_buffer *b;
};

static bool is_missed(void *ctx, const struct tir_expr *e)
{
	const struct changed *c = ctx;
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	return e->op != TIR_BUFFER_DATA && e->op != TIR_CALL &&
	       (!loads || !proof_may_overlap(c->k->f, c->k->contract, e->u.buffer, c->b));
}

bool proof_reduced_is_apart(const struct reduced *k, const struct tir_expr *e,
        const struct tir_buffer *b)
{
	struct changed c = {k, b};
	return !(e->flags & other) && tir_walk_expr(e, k->walk.arena, is_missed, &c);
}

bool proof_reduced_is_own(const struct tir_stmt *store, const struct tir_expr *e)
{
	bool same = e->op == TIR_LOAD && e->u.buffer == tir_buffer_of(store) &&
	            e->n == store->nindex && tir_type_eq(e->type, e->u.buffer->elem);
	for (uint32_t i = 0; same && i < e->n; i++)
		same = e->arg[i] == tir_as_store(store)->index[i].e;
	return same;
}

/* ---- Copies --------------------------------------------------------------------------------*/
bool proof_reduced_is_copy(struct reduced *k, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!k->nodes)
		return false;
	k->nodes--;
	for (uint32_t i = 0; x->op == TIR_VAR && i < k->n; i++)
		if (k->old[i] == x->u.var)
			return y->op == TIR_VAR && y->u.var == k->copy[i];
	if (x->op == TIR_VAR || !x->n)
		return x == y;
	bool same = x->op == y->op && x->n == y->n && x->u.bits == y->u.bits &&
	            tir_type_eq(x->type, y->type);
	for (uint32_t i = 0; same && i < x->n; i++)
		same = proof_reduced_is_copy(k, x->arg[i], y->arg[i]);
	return same;
}

const struct tir_seq *proof_reduced_copy(struct reduced *k, const struct tir_stmt *t)
{
	k->nodes = REDUCED_NODES;
	for (uint32_t i = 0; i < k->n; i++) {
		const struct tir_stmt *s = k->loop[i];
		if (!t || t->kind != TIR_FOR || (i && t->next) || !is_counted(t) ||
		        !tir_type_eq(tir_var_of(s)->type, tir_var_of(t)->type) ||
		        tir_as_for(s)->extent.e != tir_as_for(t)->extent.e)
			return NULL;
		k->copy[i] = tir_var_of(t);
		if (i + 1 == k->n)
			return tir_body(t);
		t = tir_body(t)->first;
	}
	return NULL;
}

/* ---- What f names --------------------------------------------------------------------------*/
/* A buffer that is looked for. */
struct naming {
	struct arena *arena;
	const struct tir_buffer *b;
};

static bool is_another(void *ctx, const struct tir_expr *e)
{
	const struct naming *n = ctx;
	bool has = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	           e->op == TIR_ADDRESS_OF;
	return !has || e->u.buffer != n->b;
}

/* Does the statement name other buffers alone? */
static bool names_others(void *ctx, struct tir_stmt *s)
{
	struct naming *n = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t count = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	bool has = s->kind == TIR_STORE || s->kind == TIR_ALLOC || s->kind == TIR_DECL;
	bool ok = !has || (tir_buffer_of(s) != n->b && tir_buffer_of(s)->root != n->b);
	for (uint32_t i = 0; ok && i < count; i++)
		ok = tir_walk_expr(e[i], n->arena, is_another, n);
	return ok;
}

/* ---- New elements --------------------------------------------------------------------------*/
const struct tir_buffer *proof_reduced_element(const struct reduced *k, const struct tir_stmt *t)
{
	const struct tir_buffer *b = t && t->kind == TIR_ALLOC ? tir_buffer_of(t) : NULL;
	bool one = b && b->kind == TIR_BUFFER_ALLOC && b->ndim == 1 && !b->strides &&
	           !b->elem_offset && tir_is_number(b->shape[0], 1) && tir_is_int(b->elem) &&
	           b->elem.lanes == 1;
	struct naming n = {k->walk.arena, b};
	return one && tir_walk_stmts(&k->f->body, names_others, &n) ? b : NULL;
}

bool proof_reduced_is_element(const struct tir_expr *e, const struct tir_buffer *b)
{
	return e->op == TIR_LOAD && e->u.buffer == b && e->n == 1 && tir_is_number(e->arg[0], 0) &&
	       tir_type_eq(e->type, b->elem);
}

const struct tir_expr *proof_reduced_stored(const struct tir_stmt *t, const struct tir_buffer *b)
{
	bool is = t && t->kind == TIR_STORE && !tir_mask_of(t) && t->nindex == 1 &&
	          tir_buffer_of(t) == b && tir_is_number(tir_as_store(t)->index[0].e, 0) &&
	          tir_type_eq(tir_value_of(t)->type, b->elem);
	return is ? tir_value_of(t) : NULL;
}

enum proof_verdict proof_reduced_walk(struct reduced *k, const struct tir_func *g, void *ctx,
        const char **why)
{
	struct diag silent = {0};
	k->walk.ctx = ctx;
	k->walk.why = "the verifier refuses the program";
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&k->walk, &k->f->body, &g->body);
	*why = k->walk.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
