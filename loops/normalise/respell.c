/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/respell.c: the walk of passes that write operands and loops otherwise and leave statements as they are.
 *
 * Idea    Each node is written otherwise once, its operands first; each statement is copied with its operands.
 * Needs   flat statements.
 * Keeps   variables that shapes, strides and annotations name: these are shared by both programs.
 * Costs   the nodes of the text. */
#include "loops/normalise/respell.h"
#include <stdio.h>

/* ---- Variables that stay -----------------------------------------------------------------*/
static bool fix_var(void *ctx, const struct tir_expr *e)
{
	struct respell *r = ctx;
	if (e->op == TIR_VAR) {
		while (r->fixed.n <= e->u.var->id)
			VEC_PUSH(r->arena, &r->fixed, false);
		r->fixed.at[e->u.var->id] = true;
	}
	return true;
}

static void fix(struct respell *r, const struct tir_expr *e)
{
	if (e)
		tir_walk_expr(e, r->arena, fix_var, r);
}

/* Annotations are printed as they were. */
static void fix_attr(struct respell *r, const struct tir_attr *a)
{
	if (!a)
		return;
	fix(r, a->expr);
	for (uint32_t i = 0; i < a->n; i++)
		fix_attr(r, a->item[i]);
}

/* Variables that the statement's buffer or annotations name. */
static bool fix_of_stmt(void *ctx, struct tir_stmt *s)
{
	struct respell *r = ctx;
	const struct tir_buffer *b = s->kind == TIR_ALLOC || s->kind == TIR_DECL ? tir_buffer_of(s)
	                                                                         : NULL;
	for (uint32_t i = 0; b && i < b->ndim; i++) {
		fix(r, b->shape[i]);
		fix(r, b->strides ? b->strides[i] : NULL);
	}
	fix(r, b ? b->elem_offset : NULL);
	fix_attr(r, tir_attr_of(s));
	fix_attr(r, tir_node_of(s));
	fix_attr(r, s->kind == TIR_FOR ? tir_as_for(s)->more->attr : NULL);
	return true;
}

/* One that writes nothing otherwise yet, with the facts of f. */
struct respell loops_respell_begin(struct tir_func *f, const struct loops_options *options,
        struct arena *arena)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct respell r = {.m = f->module, .arena = arena, .facts = facts_begin(f, &known, arena)};
	tir_walk_stmts(&f->body, fix_of_stmt, &r);
	return r;
}

bool loops_respell_is_plain(const struct tir_stmt *s)
{
	const struct tir_for *l = s->kind == TIR_FOR ? tir_as_for(s) : NULL;
	return l && (s->for_kind == TIR_SERIAL || s->for_kind == TIR_PARALLEL) &&
	       !(l->more->attr && l->more->attr->n) && !l->more->tag && tir_loop_step(s) > 0 &&
	       l->var->type.code == TIR_TYPE_INT && l->var->type.bits >= 32;
}

/* ---- Expressions -------------------------------------------------------------------------*/
void loops_respell_set(struct respell *r, const struct tir_expr *e, const struct tir_expr *to)
{
	while (r->done.n <= e->id)
		VEC_PUSH(r->arena, &r->done, NULL);
	r->done.at[e->id] = to;
}

/* Note what stands for e, whose operands are done. */
static bool respell(void *ctx, const struct tir_expr *e)
{
	struct respell *r = ctx;
	const struct tir_expr **arg = ARENA_NEWN(r->arena, const struct tir_expr *, e->n + 1U),
	                      *x = e;
	bool same = true;
	if (e->id < r->done.n && r->done.at[e->id])
		return true;
	for (uint32_t i = 0; i < e->n; i++) {
		arg[i] = r->done.at[e->arg[i]->id];
		same = same && arg[i] == e->arg[i];
	}
	if (!same)
		x = tir_with_args(r->m, e, arg);
	x = r->node ? r->node(r, e, x) : x;
	r->any |= x != e;
	loops_respell_set(r, e, x);
	return true;
}

const struct tir_expr *loops_respell_expr(struct respell *r, const struct tir_expr *e)
{
	tir_walk_expr(e, r->arena, respell, r);
	return r->done.at[e->id];
}

/* ---- Statements --------------------------------------------------------------------------*/
struct tir_stmt *loops_respell_copy(struct respell *r, const struct tir_stmt *s)
{
	struct tir_operand *slot[TIR_MAX_OPERANDS];
	struct tir_stmt *t = tir_stmt_copy(r->m->arena, s);
	uint32_t n = tir_stmt_operands(t, slot, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		slot[i]->e = loops_respell_expr(r, slot[i]->e);
	if (r->stmt)
		r->stmt(r, s, t);
	tir_seq_map_bodies(t, loops_respell_stmt, r);
	return t;
}

void loops_respell_stmt(void *respell, const struct tir_stmt *s, struct tir_seq *out)
{
	struct respell *r = respell;
	if (s->kind == TIR_FOR && r->loop)
		r->loop(r, s, out);
	else
		tir_seq_add(out, loops_respell_copy(r, s));
}

struct tir_var *loops_respell_var(struct respell *r, const char *name, uint32_t number,
        struct tir_type t)
{
	char text[64];
	snprintf(text, sizeof text, "%.48s%u", name, number);
	return tir_var_new(r->m, strtab_str(&r->m->strings, text), t);
}

struct tir_func *loops_respell_func(struct respell *r, struct tir_func *f)
{
	struct tir_seq body = tir_seq_map(&f->body, loops_respell_stmt, r);
	return r->any ? tir_func_with_body(f, body) : f;
}
