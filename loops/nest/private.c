/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/private.c: privatisation: memory that each iteration of a loop may have for itself.
 *
 * Costs   a walk over the statements for each question. */
#include "loops/nest/private.h"

/* Does e load from b, or name its memory? */
static bool loads(const struct tir_expr *e, const struct tir_buffer *b)
{
	bool found = (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	                     e->op == TIR_ADDRESS_OF) &&
	             e->u.buffer == b;
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = loads(e->arg[i], b);
	return found;
}

/* Do operands of the statement itself name the buffer? */
static bool reads(const struct tir_stmt *s, const struct tir_buffer *b)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (loads(op[i], b))
			return true;
	return false;
}

/* Does s, or what it holds, access b or a buffer that lies in b?  `but` and what it holds do not count. */
static bool stmt_names(const struct tir_stmt *s, const struct tir_buffer *b,
        const struct tir_stmt *but)
{
	const struct tir_buffer *x = tir_buffer_of(s);
	bool named = x && (x == b ? s->kind != TIR_ALLOC : x->root == b);
	return named || reads(s, b) || private_is_named(tir_body(s), b, but) ||
	       private_is_named(tir_orelse(s), b, but);
}

bool private_is_named(const struct tir_seq *s, const struct tir_buffer *b,
        const struct tir_stmt *but)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (t != but && stmt_names(t, b, but))
			return true;
	return false;
}

bool private_stmt_names(const struct tir_stmt *s, const struct tir_buffer *b)
{
	return stmt_names(s, b, NULL);
}

bool private_is_ordinary(const struct tir_buffer *b)
{
	return !strcmp(b->scope, "global") || !strcmp(b->scope, "local");
}

bool private_is_dense(const struct tir_buffer *b)
{
	return b->root && !b->strides && !b->elem_offset && b->elem.lanes == 1 &&
	       private_is_ordinary(b);
}

bool private_is_small(const struct tir_buffer *b, int64_t most)
{
	return b->kind == TIR_BUFFER_ALLOC && b->ndim == 1 && private_is_dense(b) &&
	       b->shape[0]->op == TIR_INT_IMM && b->shape[0]->u.i >= 1 && b->shape[0]->u.i <= most;
}

bool private_is_set_first(const struct tir_seq *body, const struct tir_buffer *b)
{
	for (const struct tir_stmt *s = body->first; s; s = s->next) {
		if (s->kind == TIR_STORE && tir_as_store(s)->buffer == b)
			return !tir_mask_of(s) && !reads(s, b);
		if (stmt_names(s, b, NULL))
			return false;
	}
	return false;
}
