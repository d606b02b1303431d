/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/walk.c: the operands of a statement, and walks over statements and expressions that use no
 * stack of the machine. */
#include "tir/internal.h"

/* Add a present operand to out. */
static void add(struct tir_operand *o, struct tir_operand **out, uint32_t max, uint32_t *n)
{
	if (o->e && *n < max)
		out[(*n)++] = o;
}

uint32_t tir_stmt_operands(struct tir_stmt *s, struct tir_operand **out, uint32_t max)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->nindex; i++)
		add(&s->index[i], out, max, &n);
	add(&s->min, out, max, &n);
	add(&s->extent, out, max, &n);
	add(&s->step, out, max, &n);
	add(&s->value, out, max, &n);
	add(&s->mask, out, max, &n);
	return n;
}

bool tir_walk_expr(const struct tir_expr *e, struct arena *scratch,
        bool (*visit)(void *ctx, const struct tir_expr *e), void *ctx)
{
	struct frame {
		const struct tir_expr *e;
		uint32_t next; /* operand to visit next */
	};
	VEC(struct frame) stack = {0};
	VEC_PUSH(scratch, &stack, ((struct frame){e, 0}));
	while (stack.n) {
		struct frame *top = &stack.at[stack.n - 1];
		if (top->next < top->e->n) {
			const struct tir_expr *arg = top->e->arg[top->next++];
			VEC_PUSH(scratch, &stack, ((struct frame){arg, 0}));
		} else {
			if (!visit(ctx, top->e))
				return false;
			stack.n--;
		}
	}
	return true;
}

bool tir_walk_stmts(const struct tir_seq *s, bool (*visit)(void *ctx, struct tir_stmt *s),
        void *ctx)
{
	for (struct tir_stmt *p = s->first; p; p = p->next)
		if (!visit(ctx, p) || (p->block && !tir_walk_stmts(&p->block->init, visit, ctx)) ||
		        !tir_walk_stmts(&p->body, visit, ctx) ||
		        !tir_walk_stmts(&p->orelse, visit, ctx))
			return false;
	return true;
}
