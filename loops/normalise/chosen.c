/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/chosen.c: one store in the place of branches that store to one element (if-conversion).
 *
 * Idea    if c: B[i] = x; else: B[i] = y is B[i] = if_then_else(c, x, y), of which vectors can be made; a branch may be such an `if`
 *         itself.
 * Needs   branches that are one store each, to one element, without a mask; conditions without effects.
 * Keeps   what is evaluated, and when: of a choice one arm is.
 * Costs   the statements. */
#include "loops/normalise/respell.h"

struct chosen {
	struct tir_module *m;
	bool any;
};

static struct tir_stmt *store_in(struct chosen *c, const struct tir_seq *s);

/* The store that stands for the `if`; NULL: there is none. */
static struct tir_stmt *store_of(struct chosen *c, const struct tir_stmt *s)
{
	const struct tir_expr *condition = s->kind == TIR_IF ? tir_value_of(s) : NULL;
	if (!condition || condition->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS))
		return NULL;
	struct tir_stmt *x = store_in(c, tir_body(s)), *y = x ? store_in(c, tir_orelse(s)) : NULL;
	if (!y || !respell_same_element(x, y))
		return NULL;
	tir_as_store(x)->value.e = tir_select(c->m, TIR_IF_THEN_ELSE, condition, tir_value_of(x),
	        tir_value_of(y));
	return x;
}

/* The one store that the branch is; NULL: it is none. */
static struct tir_stmt *store_in(struct chosen *c, const struct tir_seq *s)
{
	const struct tir_stmt *t = s->first;
	if (!t || t->next || t->kind != TIR_STORE)
		return t && !t->next ? store_of(c, t) : NULL;
	unsigned stays = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	bool plain = !tir_mask_of(t) && !(tir_stmt_flags(t) & stays) &&
	             tir_value_of(t)->type.lanes == 1;
	return plain ? tir_stmt_copy(c->m->arena, t) : NULL;
}

/* Add the statement, or the store that stands for it. */
static void see_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct chosen *c = ctx;
	struct tir_stmt *t = store_of(c, s);
	c->any |= t != NULL;
	if (!t) {
		t = tir_stmt_copy(c->m->arena, s);
		tir_seq_map_bodies(t, see_stmt, c);
	}
	tir_seq_add(out, t);
}

struct tir_func *loops_chosen(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct chosen c = {.m = f->module};
	(void)options;
	(void)arena;
	(void)vectors;
	struct tir_seq body = tir_seq_map(&f->body, see_stmt, &c);
	return c.any ? tir_func_with_body(f, body) : f;
}
