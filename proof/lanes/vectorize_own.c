/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize_own.c: memory that each iteration of a loop may have for itself.
 *
 * Idea.    An allocation in the loop is new in each iteration.  One element that is allocated outside may be new as well if
 *          nothing outside of the loop names it, and the first statement of the body that does is a store to it.
 * Wrong if an iteration may read what another one wrote, or its last value is used behind the loop. */
#include "proof/lanes/vectorize.h"

bool proof_lanes_is_plain(const struct tir_buffer *b, int64_t elements)
{
	return b->kind == TIR_BUFFER_ALLOC && b->ndim == 1 && b->elem.lanes == 1 && !b->strides &&
	       !b->elem_offset && (!strcmp(b->scope, "global") || !strcmp(b->scope, "local")) &&
	       b->shape[0]->op == TIR_INT_IMM && b->shape[0]->u.i > 0 &&
	       (elements < 0 || b->shape[0]->u.i == elements);
}

/* ---- Who names a buffer ------------------------------------------------------------------*/
struct search {
	const struct tir_buffer *b;
};

static bool is_other(void *ctx, const struct tir_expr *e)
{
	const struct search *s = ctx;
	bool names = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	             e->op == TIR_ADDRESS_OF;
	return !(names && e->u.buffer == s->b);
}

bool proof_reads(struct arena *scratch, const struct tir_stmt *s, const struct tir_buffer *b)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	struct search x = {b};
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (!tir_walk_expr(op[i], scratch, is_other, &x))
			return true;
	return false;
}

bool proof_names(struct arena *scratch, const struct tir_stmt *s, const struct tir_buffer *b,
        const struct tir_stmt *but)
{
	const struct tir_buffer *x = tir_buffer_of(s);
	bool named = x == b ? s->kind != TIR_ALLOC : x && x->root == b;
	return named || proof_reads(scratch, s, b) ||
	       proof_seq_names(scratch, tir_body(s), b, but) ||
	       proof_seq_names(scratch, tir_orelse(s), b, but);
}

bool proof_seq_names(struct arena *scratch, const struct tir_seq *s, const struct tir_buffer *b,
        const struct tir_stmt *but)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (t != but && proof_names(scratch, t, b, but))
			return true;
	return false;
}

void proof_lanes_add_own(struct lane_walk *w, const struct tir_buffer *b, uint32_t depth)
{
	VEC_PUSH(w->scratch, &w->nest->own, b);
	VEC_PUSH(w->scratch, &w->depth, depth);
}

/* ---- Elements outside --------------------------------------------------------------------*/
static bool is_own(struct lane_walk *w, const struct tir_stmt *store)
{
	const struct tir_buffer *b = tir_as_store(store)->buffer;
	const struct tir_stmt *loop = w->loop == w->alone ? w->original : w->loop;
	if (!proof_lanes_is_plain(b, 1) || tir_mask_of(store) ||
	        proof_reads(w->scratch, store, b) ||
	        proof_seq_names(w->scratch, &w->f->body, b, loop))
		return false;
	for (const struct tir_stmt *s = w->body->first; s != store; s = s->next)
		if (proof_names(w->scratch, s, b, NULL))
			return false;
	return true;
}

void proof_lanes_find_own(struct lane_walk *w)
{
	for (const struct tir_stmt *s = w->body->first; s; s = s->next)
		if (s->kind == TIR_STORE && is_own(w, s))
			proof_lanes_add_own(w, tir_as_store(s)->buffer, w->ndims - 1);
}

/* ---- Which buffers are what -------------------------------------------------------------*/
/* Which one of the nest's own; UINT32_MAX: none. */
static uint32_t own_of(const struct lane_walk *w, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < w->nest->own.n; i++)
		if (w->nest->own.at[i] == b)
			return i;
	return UINT32_MAX;
}

bool proof_lanes_is_own(const struct lane_walk *w, const struct tir_buffer *b)
{
	return own_of(w, b) != UINT32_MAX;
}

bool proof_lanes_is_memory_of(struct lane_walk *w, const struct tir_buffer *b,
        const struct tir_buffer *c)
{
	for (uint32_t i = 0; i < w->memory.n; i++)
		if (w->memory.at[i].from == b || w->memory.at[i].to == c)
			return w->memory.at[i].from == b && w->memory.at[i].to == c;
	for (uint32_t i = 0; i < w->spare.n; i++) {
		int64_t step = tir_loop_step(w->piece) * w->inner;
		if (w->spare.at[i].buffer != c || !tir_type_eq(b->elem, c->elem) ||
		        w->spare.at[i].depth > w->depth.at[own_of(w, b)] ||
		        !proof_lanes_is_plain(c, b->shape[0]->u.i * step))
			continue;
		VEC_PUSH(w->scratch, &w->memory, ((struct lane_memory){b, c}));
		return true;
	}
	return false;
}
