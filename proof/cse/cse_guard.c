/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/cse/cse_guard.c: part of the proof: names that hold their value only where a loop runs.
 *
 * Idea.   v = if_then_else(0 < n, x, 0), v new, stands for x in the bodies of loops of extent n: one
 *         that is executed has n > 0, and n, which reads no memory, never changes.  So v is such a
 *         name if it occurs nowhere else.  With 0 < n and 0 < m it stands for x where loops of both are open.
 * Costs   nothing if no binding looks like that; else each operand's nodes once. */
#include "proof/cse/cse.h"

struct guards {
	const struct number_var *in_f;
	const struct tir_expr **guard; /* by variable: 0 < n, or several joined; or NULL */
	VEC(const struct tir_expr *) loops, todo; /* extents of the open loops */
	uint32_t *seen, stamp;                    /* by expression */
	uint32_t oldest;
	struct arena scratch;
	bool any;
};

/* Is e 0 < extent, or several of these joined by and? */
static bool asks(const struct tir_expr *e)
{
	for (; e->op == TIR_AND; e = e->arg[0])
		if (e->arg[1]->op == TIR_AND || !asks(e->arg[1]))
			return false;
	if (e->op != TIR_LT)
		return false;
	const struct tir_expr *zero = e->arg[0], *extent = e->arg[1];
	return zero->op == TIR_INT_IMM && zero->u.i == 0 &&
	       !(extent->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET));
}

/* What a new name's value asks about extents, or NULL. */
static const struct tir_expr *asked(const struct guards *g, const struct tir_stmt *s)
{
	const struct tir_expr *e = s->kind == TIR_BIND ? tir_as_bind(s)->value.e : NULL;
	if (!e || g->in_f[tir_as_bind(s)->var->id].bound || e->op != TIR_IF_THEN_ELSE)
		return NULL;
	return asks(e->arg[0]) ? e->arg[0] : NULL;
}

bool proof_cse_asks(const struct tir_expr *guard, const struct tir_expr *extent)
{
	for (; guard && guard->op == TIR_AND; guard = guard->arg[0])
		if (guard->arg[1]->arg[1] == extent)
			return true;
	return guard && guard->arg[1] == extent;
}

/* Note a binding whose value is guarded, with its condition; true: go on. */
static bool find(void *ctx, struct tir_stmt *s)
{
	struct guards *g = ctx;
	const struct tir_expr *guard = asked(g, s);
	if (guard) {
		g->guard[tir_as_bind(s)->var->id] = guard;
		g->any = true;
	}
	return true;
}

/* Is a loop of each extent that it asks about open? */
static bool is_open(const struct guards *g, const struct tir_expr *guard)
{
	bool open = true, more = true;
	while (open && more) {
		const struct tir_expr *one = guard->op == TIR_AND ? guard->arg[1] : guard;
		more = guard != one;
		guard = guard->arg[0];
		open = false;
		for (uint32_t i = 0; i < g->loops.n && !open; i++)
			open = g->loops.at[i] == one->arg[1];
	}
	return open;
}

/* A name that occurs in e has no guard, unless the loops of its extents are open. */
static void check_expr(struct guards *g, const struct tir_expr *e)
{
	g->stamp++;
	VEC_PUSH(&g->scratch, &g->todo, e);
	while (g->todo.n) {
		e = g->todo.at[--g->todo.n];
		if (e->id < g->oldest || g->seen[e->id] == g->stamp)
			continue;
		g->seen[e->id] = g->stamp;
		if (e->op == TIR_VAR && g->guard[e->u.var->id] &&
		        !is_open(g, g->guard[e->u.var->id]))
			g->guard[e->u.var->id] = NULL;
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(&g->scratch, &g->todo, e->arg[i]);
	}
}

/* Check each use of a guarded name: its condition must hold there. */
static void check_seq(struct guards *g, const struct tir_seq *seq)
{
	for (struct tir_stmt *s = seq->first; s; s = s->next) {
		struct tir_operand *op[TIR_MAX_OPERANDS];
		uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			check_expr(g, op[i]->e);
		if (s->kind == TIR_FOR)
			VEC_PUSH(&g->scratch, &g->loops, tir_as_for(s)->extent.e);
		check_seq(g, tir_body(s));
		g->loops.n -= s->kind == TIR_FOR;
		check_seq(g, tir_orelse(s));
	}
}

const struct tir_expr **proof_cse_guards(const struct tir_func *g, const struct number_var *in_f,
        uint32_t oldest, struct arena *arena)
{
	struct guards x = {.in_f = in_f, .oldest = oldest, .scratch = arena_scratch(arena)};
	x.guard = ARENA_NEWN(arena, const struct tir_expr *, g->module->nvars);
	tir_walk_stmts(&g->body, find, &x);
	if (x.any) {
		x.seen = ARENA_NEWN(&x.scratch, uint32_t, g->module->nexprs);
		check_seq(&x, &g->body);
	}
	arena_free(&x.scratch);
	return x.guard;
}
