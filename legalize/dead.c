/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/dead.c: what has no effect goes.
 *
 * Idea.   One walk backward with the set of variables and buffers that are used: a binding, a
 *         declaration or an allocation that nothing behind it names goes, and so do loops, branches
 *         and annotations with nothing left in them.
 * Needs   a verified function.
 * Keeps   stores, calls with an effect, loops that may not end, and whatever may trap.
 * Why it cannot be wrong
 *         The walk goes backward, so all that names a variable or a buffer is seen before what defines it
 *         (dead_seq). A statement goes only if nothing that is kept names what it defines (is_used) and
 *         none of its operands may trap or has an effect (is_idle). Stores, assertions, while loops and
 *         what leaves a loop never go (is_dead).
 * Costs   one step a node of each operand. */
#include "legalize/internal.h"

struct dead {
	struct pass *p;
	VEC(bool) var, buffer; /* by number: used */
	VEC(bool) seen;        /* by expression: everything in it is marked */
	VEC(const struct tir_expr *) todo;
};

static void use_buffer(struct dead *d, const struct tir_buffer *b)
{
	struct arena *arena = &d->p->arena;
	while (d->buffer.n <= b->id)
		VEC_PUSH(arena, &d->buffer, false);
	if (d->buffer.at[b->id])
		return;
	d->buffer.at[b->id] = true;
	for (uint32_t i = 0; i < b->ndim; i++) {
		VEC_PUSH(arena, &d->todo, b->shape[i]);
		if (b->strides)
			VEC_PUSH(arena, &d->todo, b->strides[i]);
	}
	if (b->elem_offset)
		VEC_PUSH(arena, &d->todo, b->elem_offset);
}

/* Mark what the expressions of todo name. */
static void drain(struct dead *d)
{
	struct arena *arena = &d->p->arena;
	while (d->todo.n) {
		const struct tir_expr *e = d->todo.at[--d->todo.n];
		while (d->seen.n <= e->id)
			VEC_PUSH(arena, &d->seen, false);
		if (d->seen.at[e->id])
			continue;
		d->seen.at[e->id] = true;
		if (e->op == TIR_VAR) {
			while (d->var.n <= e->u.var->id)
				VEC_PUSH(arena, &d->var, false);
			d->var.at[e->u.var->id] = true;
		}
		if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_ADDRESS_OF ||
		        e->op == TIR_BUFFER_DATA)
			use_buffer(d, e->u.buffer);
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(arena, &d->todo, e->arg[i]);
	}
}

static void use_expr(struct dead *d, const struct tir_expr *e)
{
	VEC_PUSH(&d->p->arena, &d->todo, e);
	drain(d);
}

static void use_attr(struct dead *d, const struct tir_attr *a)
{
	if (!a)
		return;
	if (a->expr)
		use_expr(d, a->expr);
	if (a->buffer) {
		use_buffer(d, a->buffer);
		drain(d);
	}
	for (uint32_t i = 0; i < a->n; i++)
		use_attr(d, a->item[i]);
}

static bool is_used(const struct dead *d, const struct tir_var *v, const struct tir_buffer *b)
{
	return (v && v->id < d->var.n && d->var.at[v->id]) ||
	       (b && b->id < d->buffer.n && d->buffer.at[b->id]);
}

/* True if none of the statement's operands traps or has an effect. */
static bool is_idle(struct tir_stmt *t)
{
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (op[i]->e->flags & (TIR_MAY_TRAP | TIR_HAS_EFFECT))
			return false;
	return true;
}

/* True if t, its bodies rid of what is dead, may go. */
static bool is_dead(const struct dead *d, struct tir_stmt *t)
{
	switch (t->kind) {
	case TIR_BIND: return !is_used(d, tir_as_bind(t)->var, NULL) && is_idle(t);
	case TIR_ALLOC:
	case TIR_DECL: return !is_used(d, NULL, tir_buffer_of(t)) && is_idle(t);
	case TIR_FOR:
	case TIR_LAUNCH:
	case TIR_IF: return !tir_body(t)->first && !tir_orelse(t)->first && is_idle(t);
	case TIR_ATTR: return !tir_as_attr(t)->body.first;
	case TIR_EVALUATE: return tir_as_evaluate(t)->value.e->op == TIR_INT_IMM;
	case TIR_ASSERT:
	case TIR_BLOCK:
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_RETURN:
	case TIR_STORE:
	case TIR_WHILE: break;
	}
	return false;
}

static struct tir_seq dead_seq(struct dead *d, const struct tir_seq *s)
{
	VEC(struct tir_stmt *) order = {0};
	struct tir_seq out = {0};
	for (struct tir_stmt *t = s->first; t; t = t->next)
		VEC_PUSH(&d->p->arena, &order, t);
	for (uint32_t i = order.n; i-- > 0;) {
		struct tir_stmt *t = tir_stmt_copy(d->p->m->arena, order.at[i]);
		struct tir_operand *op[TIR_MAX_OPERANDS];
		tir_set_body(t, dead_seq(d, tir_body(t)));
		tir_set_orelse(t, dead_seq(d, tir_orelse(t)));
		if (is_dead(d, t))
			continue;
		uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
		for (uint32_t k = 0; k < n; k++)
			use_expr(d, op[k]->e);
		if (tir_buffer_of(t))
			use_buffer(d, tir_buffer_of(t));
		drain(d);
		use_attr(d, tir_attr_of(t));
		use_attr(d, tir_node_of(t));
		t->next = out.first;
		out.last = out.last ? out.last : t;
		out.first = t;
	}
	return out;
}

struct tir_func *legalize_dead(struct pass *p, struct tir_func *f)
{
	struct dead d = {.p = p};
	use_attr(&d, f->attrs);
	return tir_func_with_body(f, dead_seq(&d, &f->body));
}
