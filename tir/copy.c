/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/copy.c: statements taken apart and put together.
 *
 * Idea.   A pass never writes into the function it was given.  It copies a statement that changes, the statements around that, and
 *         those of the same sequence; bodies in which nothing changes are shared.  Expressions are interned: they are never copied.
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

/* s, if something in its bodies changes, with new ones; NULL: nothing does. */
static struct tir_stmt *change_bodies(struct arena *a, const struct tir_stmt *s,
        enum tir_fate (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx)
{
	struct tir_seq body = *tir_body(s), orelse = *tir_orelse(s);
	if (!body.first && !orelse.first)
		return NULL;
	bool any = tir_seq_change(a, &body, visit, ctx, &body);
	any |= tir_seq_change(a, &orelse, visit, ctx, &orelse);
	struct tir_stmt *t = any ? tir_stmt_copy(a, s) : NULL;
	if (any) {
		tir_set_body(t, body);
		tir_set_orelse(t, orelse);
	}
	return t;
}

/* Add copies of the statements from s on, up to end. */
static void add_copies(struct arena *a, const struct tir_stmt *s, const struct tir_stmt *end,
        struct tir_seq *out)
{
	for (; s != end; s = s->next)
		tir_seq_add(out, tir_stmt_copy(a, s));
}

bool tir_seq_change(struct arena *a, const struct tir_seq *s,
        enum tir_fate (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx,
        struct tir_seq *to)
{
	struct tir_seq out = {0};
	const struct tir_stmt *kept = s->first; /* the first one that is in no copy yet */
	bool any = false;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		struct tir_seq new = {0};
		enum tir_fate fate = visit(ctx, t, &new);
		struct tir_stmt *x = fate == TIR_LOOKED_AT ? change_bodies(a, t, visit, ctx) : NULL;
		if (fate != TIR_REPLACED && !x)
			continue;
		if (x)
			tir_seq_add(&new, x);
		add_copies(a, kept, t, &out);
		tir_seq_append(&out, new);
		kept = t->next;
		any = true;
	}
	if (!any)
		return false;
	add_copies(a, kept, NULL, &out);
	*to = out;
	return true;
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
