/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/scalar.c: a nest as plain loops, for what is too short for registers.
 *
 * Costs   each expression once. */
#include "loops/plan/emit.h"

struct plain {
	struct emitter *x;
	struct tir_seq *out;
	const struct tir_var *var[NEST_LOOPS * 4];
	const struct tir_expr *to[NEST_LOOPS * 4];
	uint32_t n;
	const struct nest_reduce *found;
};

/* Find a reduction that is not summed up yet. */
static bool find(void *ctx, const struct tir_expr *e)
{
	struct plain *p = ctx;
	const struct nest_reduce *r = nest_reduction(p->x->n, e);
	for (uint32_t i = 0; r && i < p->n; i++)
		if (p->var[i] == r->var)
			r = NULL;
	p->found = r ? r : p->found;
	return !p->found;
}

/* Make loops, in which what follows is put. */
static bool open_loops(struct plain *p, const struct nest_loops *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		if (p->n == NEST_LOOPS * 4)
			return false;
		struct tir_stmt *s = emit_loop(p->x, l->at[i].var->name, l->at[i].extent);
		p->var[p->n] = l->at[i].var;
		p->to[p->n++] = tir_as_for(s)->var->expr;
		tir_seq_add(p->out, s);
		p->out = &tir_as_for(s)->body;
	}
	return true;
}

static const struct tir_expr *value(struct plain *p, const struct tir_expr *e);

/* Sum the reduction up in an element, which stands for it from then on. */
static bool reduce(struct plain *p, const struct nest_reduce *found)
{
	struct nest_reduce r = *found;
	const struct tir_expr *zero = tir_int(p->x->m, TIR_INT32, 0);
	struct tir_seq *outer = p->out;
	uint32_t n = p->n;
	const struct tir_expr *init = value(p, r.init);
	if (!init || n == NEST_LOOPS * 4)
		return false;
	struct tir_buffer *acc = emit_alloc(p->x, p->out, "acc", r.var->type, 1);
	const struct tir_expr *held = emit_load(p->x, acc, zero, 1);
	emit_store(p->x, p->out, acc, zero, init);
	bool ok = open_loops(p, &r.loops);
	const struct tir_expr *term = ok ? value(p, r.term) : NULL;
	if (term)
		emit_store(p->x, p->out, acc, zero, tir_binary(p->x->m, r.op, held, term));
	p->out = outer;
	p->n = n;
	p->var[p->n] = r.var;
	p->to[p->n++] = held;
	return term != NULL;
}

/* The value of e where the loops are. */
static const struct tir_expr *value(struct plain *p, const struct tir_expr *e)
{
	for (;;) {
		p->found = NULL;
		tir_walk_expr(e, p->x->arena, find, p);
		if (!p->found)
			break;
		if (!reduce(p, p->found))
			return NULL;
	}
	return nest_subst(p->x->n, e, p->n, p->var, p->to);
}

bool emit_plain_nest(struct nests *all, const struct nest *n, struct arena *arena,
        struct tir_seq *out)
{
	struct emitter x = {.n = all, .m = all->m, .arena = arena, .span = n->loop->at};
	struct plain p = {.x = &x, .out = out};
	if (!open_loops(&p, &n->loops))
		return false;
	const struct tir_expr *v = value(&p, n->value);
	if (v)
		emit_store(&x, p.out, n->buffer, nest_subst(all, n->index, p.n, p.var, p.to), v);
	return v != NULL;
}
