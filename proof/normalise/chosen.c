/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/chosen.c: check stores of choices in the place of branches (loops/normalise/chosen.c).
 *
 * Idea    Both programs are walked in step.  Where f has an `if` and g a store, each branch is a store of the arm that the choice takes, to
 *         the same element, or an `if` and a choice again.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   the branches.
 * Wrong if a branch stores elsewhere, or an arm is another one. */
#include "proof/nest.h"

/* Does the store of f do what the store t does, with the value? */
static bool is_store(const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_expr *value)
{
	bool same = proof_same_head(s, t) && !tir_mask_of(s) && tir_value_of(s) == value;
	for (uint32_t i = 0; same && i < s->nindex; i++)
		same = tir_as_store(s)->index[i].e == tir_as_store(t)->index[i].e;
	return same;
}

static bool stores(const struct tir_seq *f, const struct tir_stmt *t, const struct tir_expr *value);

/* Does the `if` store the value, which is a choice by its condition, where t does? */
static bool chooses(const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_expr *value)
{
	return value->op == TIR_IF_THEN_ELSE && tir_value_of(s) == value->arg[0] &&
	       !(value->arg[0]->flags & (TIR_HAS_EFFECT | TIR_HAS_LET)) &&
	       stores(tir_body(s), t, value->arg[1]) && stores(tir_orelse(s), t, value->arg[2]);
}

/* Do the statements do nothing but store the value where t does? */
static bool stores(const struct tir_seq *f, const struct tir_stmt *t, const struct tir_expr *value)
{
	const struct tir_stmt *s = f->first;
	if (!s || s->next)
		return false;
	return s->kind == TIR_IF ? chooses(s, t, value)
	                         : s->kind == TIR_STORE && is_store(s, t, value);
}

static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_IF && t->kind == TIR_STORE;
}

/* Does the store t choose as the `if` does? */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct proof_walk *w = ctx;
	w->why = "a branch is no store of an arm of the choice";
	*next = t->next;
	return !tir_mask_of(t) && chooses(s, t, tir_value_of(t));
}

enum proof_verdict proof_chosen(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	struct proof_walk w = {.arena = arena,
	        .is_changed = is_changed,
	        .same_changed = same_changed,
	        .why = "a variable is used out of its scope"};
	w.ctx = &w;
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&w, &f->body, &g->body);
	*why = w.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
