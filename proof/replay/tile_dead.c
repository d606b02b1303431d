/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/tile_dead.c: is what is left in memory read at all?
 *
 * Idea.    An allocation of one element is read by nobody if what follows stores to it first; any other if nothing names it. */
#include "proof/replay/tile.h"

/* What becomes of the buffer's only element first. */
enum touch { NOTHING, IS_STORED, IS_READ };

struct naming {
	const struct tir_buffer *root;
};

static bool names_not(void *ctx, const struct tir_expr *e)
{
	const struct naming *n = ctx;
	bool names = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	             e->op == TIR_ADDRESS_OF;
	return !names || (e->u.buffer->root && e->u.buffer->root != n->root);
}

static enum touch touch_of_seq(const struct tile *t, const struct tir_stmt *s,
        const struct tir_stmt *end, const struct tir_buffer *root);

/* What a statement does with the memory first: reads it, stores all of it, or nothing.  What is not sure counts as read. */
static enum touch touch_of(const struct tile *t, const struct tir_stmt *s,
        const struct tir_buffer *root)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	struct naming naming = {root};
	for (uint32_t i = 0; i < n; i++)
		if (!tir_walk_expr(e[i], t->arena, names_not, &naming))
			return IS_READ;
	if (s->kind == TIR_STORE && tir_as_store(s)->buffer->root == root)
		return tir_mask_of(s) || root->ndim != 1 || root->shape[0]->op != TIR_INT_IMM ||
		                       root->shape[0]->u.i != 1
		               ? IS_READ
		               : IS_STORED;
	if (s->kind == TIR_BREAK || s->kind == TIR_CONTINUE) /* what follows may not be done */
		return IS_READ;
	enum touch x = tir_body(s) ? touch_of_seq(t, tir_body(s)->first, NULL, root) : NOTHING;
	enum touch y = tir_orelse(s) ? touch_of_seq(t, tir_orelse(s)->first, NULL, root) : NOTHING;
	if (s->kind == TIR_FOR && tir_as_for(s)->extent.e->op == TIR_INT_IMM &&
	        tir_as_for(s)->extent.e->u.i > 0)
		return x;
	/* it may not run: what it stores may not be stored */
	bool stores = x == IS_STORED || y == IS_STORED;
	return x == IS_READ || y == IS_READ || stores ? IS_READ : NOTHING;
}

/* What the statements from s to before `end` do with the memory first. */
static enum touch touch_of_seq(const struct tile *t, const struct tir_stmt *s,
        const struct tir_stmt *end, const struct tir_buffer *root)
{
	enum touch x = NOTHING;
	for (; s && s != end && x == NOTHING; s = s->next)
		x = touch_of(t, s, root);
	return x;
}

/* Does nobody read what the part leaves in the buffer?  rest: what follows it in g's body. */
bool proof_tile_is_dead(const struct tile *t, const struct tir_stmt *rest,
        const struct tir_buffer *root)
{
	bool whole = t->is_inside; /* what is around may run again */
	const struct tir_stmt *s = whole ? t->g->body.first : rest;
	return root->kind == TIR_BUFFER_ALLOC && touch_of_seq(t, s, NULL, root) != IS_READ &&
	       (!whole || touch_of_seq(t, s, NULL, root) == NOTHING);
}
