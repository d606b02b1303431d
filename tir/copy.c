/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/copy.c: statements taken apart and put together.
 *
 * Idea.   A pass never writes into the function it was given: what changes is copied, what does not
 *         is copied too, one statement deep; expressions are interned and stay.
 * Keeps   the order of statements.
 * Costs   one small allocation a statement. */
#include "tir/tir.h"

struct tir_seq tir_seq_map(const struct tir_seq *s,
        void (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		visit(ctx, t, &out);
	return out;
}

void tir_seq_map_bodies(struct tir_stmt *t,
        void (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx)
{
	tir_set_body(t, tir_seq_map(tir_body(t), visit, ctx));
	tir_set_orelse(t, tir_seq_map(tir_orelse(t), visit, ctx));
}

bool tir_seq_any(const struct tir_seq *s, bool (*is)(const struct tir_stmt *s))
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (is(t) || tir_seq_any(tir_body(t), is) || tir_seq_any(tir_orelse(t), is))
			return true;
	return false;
}

bool tir_seq_leaves(const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		bool loop = t->kind == TIR_FOR || t->kind == TIR_WHILE || t->kind == TIR_LAUNCH;
		if (t->kind == TIR_BREAK || t->kind == TIR_CONTINUE ||
		        (!loop && (tir_seq_leaves(tir_body(t)) || tir_seq_leaves(tir_orelse(t)))))
			return true;
	}
	return false;
}

void tir_seq_append(struct tir_seq *s, struct tir_seq tail)
{
	if (!tail.first)
		return;
	if (s->last)
		s->last->next = tail.first;
	else
		s->first = tail.first;
	s->last = tail.last;
}
