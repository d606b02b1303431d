/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/cse_guard.c: part of the proof: names that hold their value only where a loop runs.
 *
 * Idea.   v = if_then_else(0 < n, x, 0), v new, stands for x in the bodies of loops of extent n: one
 *         that is executed has n > 0, and n, which reads no memory, never changes.  So v is such a
 *         name if it occurs nowhere else.
 * Costs   nothing if no binding looks like that; else each operand's nodes once. */
#include "proof/cse.h"

struct guards {
	const uint8_t *in_f;
	const struct tir_expr **guard;            /* by variable, or NULL */
	VEC(const struct tir_expr *) loops, todo; /* extents of the open loops */
	uint32_t *seen, stamp;                    /* by expression */
	uint32_t oldest;
	struct arena scratch;
	bool any;
};

/* The extent that a new name's value asks about, or NULL. */
static const struct tir_expr *asked(const struct guards *g, const struct tir_stmt *s)
{
	const struct tir_expr *e = s->kind == TIR_BIND ? tir_as_bind(s)->value.e : NULL;
	if (!e || g->in_f[tir_as_bind(s)->var->id] || e->op != TIR_IF_THEN_ELSE ||
	        e->arg[0]->op != TIR_LT)
		return NULL;
	const struct tir_expr *zero = e->arg[0]->arg[0], *extent = e->arg[0]->arg[1];
	bool steady = !(extent->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET));
	return zero->op == TIR_INT_IMM && zero->u.i == 0 && steady ? extent : NULL;
}

static bool find(void *ctx, struct tir_stmt *s)
{
	struct guards *g = ctx;
	const struct tir_expr *extent = asked(g, s);
	if (extent) {
		g->guard[tir_as_bind(s)->var->id] = extent;
		g->any = true;
	}
	return true;
}

static bool is_open(const struct guards *g, const struct tir_expr *extent)
{
	for (uint32_t i = 0; i < g->loops.n; i++)
		if (g->loops.at[i] == extent)
			return true;
	return false;
}

/* A name that occurs in e has no guard, unless a loop of its extent is open. */
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

const struct tir_expr **proof_cse_guards(const struct tir_func *g, const uint8_t *in_f,
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
