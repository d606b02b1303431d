/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/guarded_sum.c: sums with a choice in the place of sums under a condition.
 *
 * Idea    if c: B[i] = B[i] + x, perhaps in loops below the condition, is B[i] = B[i] + if_then_else(c, x, 0): what is added is one
 *         expression, of which a copy with margins takes the condition away (padding.c).
 * Needs   sums of products of integers: of others loops are split at the condition.  A condition that asks for nothing in memory; an
 *         element that was stored to before in any case.
 * Keeps   what is evaluated of x, and when.
 * Costs   the statements; for each sum, those in front of it in the sequences around it, of each at most LOOKS. */
#include "loops/normalise/respell.h"

enum { LOOKS = 64 };

/* A sequence around the statement at hand, and where in it that is. */
struct around {
	const struct tir_seq *seq;
	const struct tir_stmt *at;
	const struct around *outer;
};
struct guarded {
	struct tir_module *m;
	const struct around *around;
	bool any;
};

/* Does one of the first statements of the sequence, up to that one, surely store to the element? */
static bool stores(const struct around *x, const struct tir_stmt *store)
{
	uint32_t looks = LOOKS;
	for (const struct tir_stmt *s = x->seq->first; s != x->at && looks--; s = s->next)
		if (s->kind == TIR_STORE && !tir_mask_of(s) && respell_same_element(s, store))
			return true;
	return false;
}

static bool is_serial(const struct tir_stmt *s)
{
	return s->kind == TIR_IF || (s->kind == TIR_FOR && s->for_kind == TIR_SERIAL);
}

/* Was the element stored to before, in the same iteration of parallel loops? */
static bool is_set(const struct guarded *c, const struct tir_stmt *store)
{
	for (const struct around *x = c->around; x; x = x->outer) {
		if (stores(x, store))
			return true;
		if (x->outer && !is_serial(x->outer->at))
			return false;
	}
	return false;
}

/* The product that the store adds to the element, if it does; NULL: it does something else. */
static const struct tir_expr *added_to(const struct tir_stmt *s)
{
	const struct tir_expr *e = tir_value_of(s);
	bool sum = !tir_mask_of(s) && e->op == TIR_ADD && tir_is_int(e->type) &&
	           e->type.lanes == 1 && e->arg[0]->op == TIR_LOAD &&
	           e->arg[0]->u.buffer == tir_buffer_of(s) && e->arg[0]->n == s->nindex;
	for (uint32_t i = 0; sum && i < s->nindex; i++)
		sum = e->arg[0]->arg[i] == tir_as_store(s)->index[i].e &&
		      !(e->arg[0]->arg[i]->flags & TIR_READS_MEM);
	return sum && e->arg[1]->op == TIR_MUL ? e->arg[1] : NULL;
}

/* Add a sum that is made in any case, in its loops. */
static void add_sum(struct guarded *c, const struct tir_stmt *s, const struct tir_expr *condition,
        struct tir_seq *out)
{
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, s);
	struct tir_seq body = {0};
	if (s->kind == TIR_STORE) {
		const struct tir_expr *e = tir_value_of(s), *x = e->arg[1];
		x = tir_select(c->m, TIR_IF_THEN_ELSE, condition, x, tir_int(c->m, x->type, 0));
		tir_as_store(t)->value.e = tir_binary(c->m, TIR_ADD, e->arg[0], x);
	} else {
		add_sum(c, tir_body(s)->first, condition, &body);
		tir_set_body(t, body);
	}
	tir_seq_add(out, t);
}

/* Add the sum that the `if` makes under its condition; false: it does something else. */
static bool sum(struct guarded *c, const struct tir_stmt *s, struct tir_seq *out)
{
	const struct tir_expr *condition = s->kind == TIR_IF ? tir_value_of(s) : NULL;
	unsigned stays = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	if (!condition || condition->flags & (stays | TIR_READS_MEM) || tir_orelse(s)->first)
		return false;
	const struct tir_stmt *t = tir_body(s)->first;
	while (t && !t->next && t->kind == TIR_FOR && t->for_kind == TIR_SERIAL &&
	        !(tir_stmt_flags(t) & stays))
		t = tir_body(t)->first;
	bool adds = t && !t->next && t->kind == TIR_STORE && !(tir_stmt_flags(t) & stays) &&
	            added_to(t) && is_set(c, t);
	if (adds)
		add_sum(c, tir_body(s)->first, condition, out);
	return adds;
}

/* ---- Statements --------------------------------------------------------------------------*/
/* The sequence, with sums in any case. */
static struct tir_seq see_seq(struct guarded *c, const struct tir_seq *seq)
{
	struct tir_seq out = {0};
	struct around x = {seq, NULL, c->around};
	c->around = &x;
	for (x.at = seq->first; x.at; x.at = x.at->next) {
		if (sum(c, x.at, &out)) {
			c->any = true;
			continue;
		}
		struct tir_stmt *t = tir_stmt_copy(c->m->arena, x.at);
		tir_set_body(t, see_seq(c, tir_body(x.at)));
		tir_set_orelse(t, see_seq(c, tir_orelse(x.at)));
		tir_seq_add(&out, t);
	}
	c->around = x.outer;
	return out;
}

struct tir_func *loops_guarded_sum(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct guarded c = {.m = f->module};
	(void)options;
	(void)arena;
	(void)vectors;
	struct tir_seq body = see_seq(&c, &f->body);
	return c.any ? tir_func_with_body(f, body) : f;
}
