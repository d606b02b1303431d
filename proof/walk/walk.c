/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/walk/walk.c: two programs in step, up to the loops that a pass has changed.
 *
 * Idea.    Statement by statement the two are the same, operands and all.  Where they are not, whoever walks says
 *          whether a loop was changed, and compares what became of it.
 * Wrong if a statement of either program is passed over. */
#include "proof/nest.h"

bool proof_same_head(const struct tir_stmt *x, const struct tir_stmt *y)
{
	if (x->kind != y->kind || x->kind == TIR_BLOCK)
		return false;
	bool counts = tir_stmts[x->kind].more;
	return x->for_kind == y->for_kind && tir_buffer_of(x) == tir_buffer_of(y) &&
	       tir_tag_of(x) == tir_tag_of(y) && tir_attr_of(x) == tir_attr_of(y) &&
	       tir_node_of(x) == tir_node_of(y) && x->nindex == y->nindex &&
	       (!counts || (!tir_as_for(x)->min.e == !tir_as_for(y)->min.e &&
	                           !tir_as_for(x)->extent.e == !tir_as_for(y)->extent.e)) &&
	       !tir_value_of(x) == !tir_value_of(y) && !tir_mask_of(x) == !tir_mask_of(y);
}

bool proof_is_plain(const struct tir_stmt *x)
{
	if (x->kind == TIR_FOR)
		return x->for_kind == TIR_SERIAL &&
		       !(tir_as_for(x)->more->attr && tir_as_for(x)->more->attr->n) &&
		       !tir_as_for(x)->more->tag;
	return x->kind == TIR_IF || x->kind == TIR_BIND || x->kind == TIR_STORE;
}

bool proof_is_as_it_was(const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS);
	if (!proof_same_head(s, t) || tir_var_of(s) != tir_var_of(t) ||
	        tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) != n || memcmp(a, b, n * sizeof *a) != 0 ||
	        (s->kind == TIR_FOR && tir_loop_step(s) != tir_loop_step(t)))
		return false;
	for (int i = 0; i < 2; i++) {
		const struct tir_stmt *x = (i ? tir_orelse(s) : tir_body(s))->first;
		const struct tir_stmt *y = (i ? tir_orelse(t) : tir_body(t))->first;
		for (; x && y && proof_is_as_it_was(x, y); x = x->next)
			y = y->next;
		if (x || y)
			return false;
	}
	return true;
}

static bool fail(struct proof_walk *w, const char *why)
{
	w->why = why;
	return false;
}

/* Walk the bodies of both statements, with what is known inside them in scope; false with the reason. */
static bool walk_bodies(struct proof_walk *w, const struct tir_stmt *s, const struct tir_stmt *t)
{
	uint32_t around = w->scope.around.n;
	struct proof_around in = {s->kind == TIR_FOR ? s : NULL, tir_value_of(s), true};
	bool known = s->kind == TIR_FOR || s->kind == TIR_IF;
	if (known)
		VEC_PUSH(w->arena, &w->scope.around, in);
	bool ok = proof_walk_seq(w, tir_body(s), tir_body(t));
	if (s->kind == TIR_IF)
		w->scope.around.at[around].holds = false;
	ok = ok && proof_walk_seq(w, tir_orelse(s), tir_orelse(t));
	w->scope.around.n = around;
	return ok;
}

/* Are both statements the same, and their bodies the same but for what may change?  False with the reason. */
static bool walk_stmt(struct proof_walk *w, const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS);
	if (!proof_same_head(s, t) || tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) != n ||
	        tir_var_of(s) != tir_var_of(t) ||
	        (s->kind == TIR_FOR && tir_loop_step(s) != tir_loop_step(t)))
		return fail(w, "a statement is another one");
	for (uint32_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return fail(w, "an operand is another one");
	if (s->kind == TIR_DECL)
		VEC_PUSH(w->arena, &w->scope.views, s);
	if (s->kind == TIR_BIND) {
		struct proof_local l = {tir_as_bind(s)->var, tir_as_bind(s)->value.e, {0}};
		VEC_PUSH(w->arena, &w->scope.binds, l);
	}
	return walk_bodies(w, s, t);
}

bool proof_stores_other(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_STORE && t->kind == TIR_STORE && tir_value_of(s) != tir_value_of(t);
}

bool proof_walk_seq(struct proof_walk *w, const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *t = g->first, *next;
	for (; s && t; s = s->next, t = next) {
		next = t->next;
		bool same = w->is_changed(w->ctx, s, t) ? w->same_changed(w->ctx, s, t, &next)
		                                        : walk_stmt(w, s, t);
		if (!same)
			return false;
	}
	return (!s && !t) || fail(w, "a statement was lost or added");
}
