/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/listing.c: the numbers of all expressions of a function, for whoever wants to see them.
 *
 * Needs   the walk of visit.c, which numbers each operand with the memory of its statement.
 * Costs   each node once a statement. */
#include "cse/internal.h"

struct frame {
	const struct tir_expr *e;
	uint32_t next;
};
struct listing {
	const struct cse_plan *p;
	struct arena *arena;
	struct cse_numbered now;
	void (*visit)(void *ctx, const struct cse_numbered *n);
	void *ctx;
	uint32_t *seen; /* by expression: the last statement that had it */
	VEC(struct frame) open;
};

static void tell(struct listing *l, const struct tir_expr *e, uint32_t stmt)
{
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	l->now.expr = e;
	l->now.value = cse_class_in(l->p, e, stmt);
	if (l->now.value == CSE_NO_VALUE)
		return;
	l->now.memory = loads ? cse_version_of(&l->p->values, l->now.value) : CSE_NO_VALUE;
	l->visit(l->ctx, &l->now);
}

static void enter(struct listing *l, const struct tir_expr *e, uint32_t stmt)
{
	if (l->seen[e->id] == stmt)
		return;
	l->seen[e->id] = stmt;
	VEC_PUSH(l->arena, &l->open, ((struct frame){e, 0}));
}

/* Tell of e and what it is made of, operands first. */
static void list_operand(struct listing *l, const struct tir_expr *e, uint32_t stmt)
{
	enter(l, e, stmt);
	while (l->open.n) {
		struct frame *f = &l->open.at[l->open.n - 1];
		if (f->next < f->e->n) {
			enter(l, f->e->arg[f->next++], stmt);
		} else {
			tell(l, f->e, stmt);
			l->open.n--;
		}
	}
}

void cse_number(const struct tir_func *f, const struct cse_options *options, struct arena *arena,
        void (*visit)(void *ctx, const struct cse_numbered *n), void *ctx)
{
	struct cse_plan *p = cse_plan_numbers(f, options, arena, arena, arena);
	struct listing l = {.p = p, .arena = arena, .visit = visit, .ctx = ctx};
	l.seen = ARENA_NEWN(arena, uint32_t, f->module->nexprs);
	for (uint32_t stmt = 1; stmt <= p->nstmts; stmt++) {
		const struct tir_expr *op[TIR_MAX_OPERANDS];
		l.now.stmt = p->stmt_of[stmt];
		uint32_t n = tir_stmt_exprs(l.now.stmt, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			list_operand(&l, op[i], stmt);
	}
}
