/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/bound.c: part of the proof: which variables a function binds itself. */
#include "cse/prove.h"
#include "cse/values.h"

struct bound {
	struct arena scratch;
	uint8_t *var; /* by variable: enum cse_bound */
	bool *seen;   /* by expression */
	bool lets;
	uint32_t nexprs;
};

/* Note what one statement binds. */
static bool mark(void *ctx, struct tir_stmt *s)
{
	struct bound *b = ctx;
	VEC(const struct tir_expr *) todo = {0};
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	if (s->var)
		b->var[s->var->id] = CSE_BOUND;
	for (uint32_t i = 0; i < n; i++)
		if (op[i]->e->flags & TIR_HAS_LET && (b->lets = true))
			VEC_PUSH(&b->scratch, &todo, op[i]->e);
	while (todo.n) {
		const struct tir_expr *e = todo.at[--todo.n];
		if (!b->seen)
			b->seen = ARENA_NEWN(&b->scratch, bool, b->nexprs);
		if (b->seen[e->id])
			continue;
		b->seen[e->id] = true;
		if (e->op == TIR_LET)
			b->var[e->u.var->id] = e->arg[0]->flags & TIR_READS_MEM ? CSE_BOUND_TO_READ
			                                                        : CSE_BOUND;
		for (uint32_t i = 0; i < e->n; i++)
			if (e->arg[i]->flags & TIR_HAS_LET)
				VEC_PUSH(&b->scratch, &todo, e->arg[i]);
	}
	return true;
}

uint8_t *cse_bound_vars(const struct tir_func *f, struct arena *arena, bool *lets)
{
	struct bound b = {.nexprs = f->module->nexprs, .scratch = arena_scratch(arena)};
	b.var = ARENA_NEWN(arena, uint8_t, f->module->nvars);
	tir_walk_stmts(&f->body, mark, &b);
	arena_free(&b.scratch);
	*lets = b.lets;
	return b.var;
}
