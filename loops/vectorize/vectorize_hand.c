/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_hand.c: short loops whose results the next loop takes from registers.
 *
 * Idea.   LLVM unrolls a loop of few iterations wholly.  What it stores into an allocation is handed on to the loop behind that
 *         is unrolled, too: neither stores nor loads are left.  Of a row that is stored as a vector each element is
 *         loaded again, if the loop behind takes them one by one.
 * Needs   the statements around.
 * Keeps   no opinion on what pays (vectorize.c).
 * Costs   a walk over the statements behind the loop. */
#include "loops/nest/private.h"
#include "loops/vectorize/vectorize.h"

enum { SHORT = 32 /* iterations that LLVM unrolls */ };

/* Is it a loop of few iterations, known how many, with no loop directly in it? */
static bool is_short(const struct tir_stmt *s)
{
	const struct tir_for *l = s->kind == TIR_FOR ? tir_as_for(s) : NULL;
	if (!l || l->extent.e->op != TIR_INT_IMM || l->extent.e->u.i > SHORT)
		return false;
	for (const struct tir_stmt *t = l->body.first; t; t = t->next)
		if (t->kind == TIR_FOR)
			return false;
	return true;
}

/* The allocation that the loop's one statement stores to, in whole or through a view; NULL: there is none. */
static const struct tir_buffer *stored(const struct tir_stmt *loop)
{
	const struct tir_stmt *s = tir_as_for(loop)->body.first;
	const struct tir_buffer *b = s && !s->next && s->kind == TIR_STORE ? tir_as_store(s)->buffer
	                                                                   : NULL;
	b = b && b->root ? b->root : b;
	return b && private_is_small(b, SHORT) ? b : NULL;
}

const struct tir_stmt *vectorize_takes_over(const struct tir_stmt *loop)
{
	const struct tir_buffer *b = is_short(loop) ? stored(loop) : NULL;
	const struct tir_stmt *s = b ? loop->next : NULL;
	while (s && !private_stmt_names(s, b))
		s = s->next;
	return s && is_short(s) ? s : NULL;
}
