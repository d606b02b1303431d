/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/walk.c: the operands of a statement, and walks over statements and expressions that use no
 * stack of the machine. */
#include "tir/internal.h"

#define END(field) (offsetof(struct tir_stmt, field) + sizeof(((struct tir_stmt *)NULL)->field))
static const uint8_t bytes_of[] = {
        [TIR_BIND] = END(value),
        [TIR_STORE] = END(mask),
        [TIR_ALLOC] = END(value),
        [TIR_DECL] = END(value),
        [TIR_FOR] = END(step),
        [TIR_WHILE] = END(orelse),
        [TIR_IF] = END(orelse),
        [TIR_ASSERT] = END(attr),
        [TIR_ATTR] = END(node),
        [TIR_LAUNCH] = END(step),
        [TIR_EVALUATE] = END(value),
        [TIR_BREAK] = END(value),
        [TIR_CONTINUE] = END(value),
        [TIR_RETURN] = END(value),
        [TIR_BLOCK] = END(block),
};

size_t tir_stmt_bytes(enum tir_stmt_kind kind)
{
	return bytes_of[kind];
}

#define HAS(s, field) (bytes_of[(s)->kind] >= END(field))

static const struct tir_seq no_body;

const struct tir_seq *tir_body(const struct tir_stmt *s)
{
	return HAS(s, body) ? &s->body : &no_body;
}

const struct tir_seq *tir_orelse(const struct tir_stmt *s)
{
	return HAS(s, orelse) ? &s->orelse : &no_body;
}

const struct tir_attr *tir_attr_of(const struct tir_stmt *s)
{
	return HAS(s, attr) ? s->attr : NULL;
}

const struct tir_attr *tir_node_of(const struct tir_stmt *s)
{
	return HAS(s, node) ? s->node : NULL;
}

const char *tir_tag_of(const struct tir_stmt *s)
{
	return HAS(s, tag) ? s->tag : NULL;
}

const struct tir_expr *tir_mask_of(const struct tir_stmt *s)
{
	return HAS(s, mask) ? s->mask.e : NULL;
}

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
	if (HAS(s, step)) {
		add(&s->min, out, max, &n);
		add(&s->extent, out, max, &n);
		add(&s->step, out, max, &n);
	}
	add(&s->value, out, max, &n);
	if (HAS(s, mask))
		add(&s->mask, out, max, &n);
	return n;
}

static void add_expr(const struct tir_operand *o, const struct tir_expr **out, uint32_t max,
        uint32_t *n)
{
	if (o->e && *n < max)
		out[(*n)++] = o->e;
}

uint32_t tir_stmt_exprs(const struct tir_stmt *s, const struct tir_expr **out, uint32_t max)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->nindex; i++)
		add_expr(&s->index[i], out, max, &n);
	if (HAS(s, step)) {
		add_expr(&s->min, out, max, &n);
		add_expr(&s->extent, out, max, &n);
		add_expr(&s->step, out, max, &n);
	}
	add_expr(&s->value, out, max, &n);
	if (HAS(s, mask))
		add_expr(&s->mask, out, max, &n);
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
		if (!visit(ctx, p) ||
		        (p->kind == TIR_BLOCK && !tir_walk_stmts(&p->block->init, visit, ctx)) ||
		        (HAS(p, orelse) && (!tir_walk_stmts(&p->body, visit, ctx) ||
		                                   !tir_walk_stmts(&p->orelse, visit, ctx))))
			return false;
	return true;
}
