/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/scalar.c: a nest as plain loops, for what is too short for registers.
 *
 * Idea    Neighbouring bytes are added up by eights or fours, for which there is an instruction.
 * Costs   each expression once. */
#include "loops/plan/emit.h"

struct plain {
	struct emitter *x;
	struct tir_seq *out;
	const struct tir_var *var[NEST_LOOPS * 4];
	const struct tir_expr *to[NEST_LOOPS * 4];
	uint32_t n;
	const struct nest_reduce *found;
	bool single; /* terms are added up one by one */
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

/* How many iterations behind each other, 8 or 4, add up as many neighbouring bytes that lie at a multiple of that?  1: none do. */
static uint32_t bytes_at_once(const struct nest_reduce *r)
{
	enum { MOST = 8, LEAST = 4 };
	const struct nest_loop *last = &r->loops.at[r->loops.n - 1];
	const struct tir_expr *load = r->term->op == TIR_CAST ? r->term->arg[0] : r->term;
	struct nest_sum s;
	if (r->op != TIR_ADD || r->var->type.bits != 32 || load->op != TIR_LOAD ||
	        load->type.bits != 8 || !tir_is_int(load->type) || !nest_sum_of(load->arg[0], &s) ||
	        nest_factor(&s, last->var) != 1)
		return 1;
	for (int64_t q = MOST; q >= LEAST; q /= 2) {
		bool fits = last->extent % q == 0 && s.number % q == 0;
		for (uint32_t i = 0; i < s.n; i++)
			fits &= s.term[i].var == last->var || s.term[i].factor % q == 0;
		if (fits)
			return (uint32_t)q;
	}
	return 1;
}

/* The sum of so many neighbouring bytes, of which the term is the first. */
static const struct tir_expr *sum_of_bytes(struct plain *p, const struct tir_expr *term, uint32_t q)
{
	const struct tir_expr *sum = NULL, *load = term->arg[0];
	const struct tir_expr *arg[2] = {emit_load(p->x, load->u.buffer, load->arg[0], q)};
	for (uint32_t i = 0; i < q; i++) {
		arg[1] = tir_int(p->x->m, TIR_INT32, i);
		const struct tir_expr *e = tir_make(p->x->m, TIR_SHUFFLE, load->type, 1, 2, arg);
		e = tir_cast(p->x->m, term->type, e);
		sum = sum ? tir_binary(p->x->m, TIR_ADD, sum, e) : e;
	}
	return sum;
}

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
	uint32_t q = bytes_at_once(&r);
	p->single |= q == 1;
	r.loops.at[r.loops.n - 1].extent /= q;
	bool ok = open_loops(p, &r.loops);
	if (ok && q > 1)
		p->to[p->n - 1] = tir_binary(p->x->m, TIR_MUL, p->to[p->n - 1],
		        tir_int(p->x->m, TIR_INT32, q));
	const struct tir_expr *term = ok ? value(p, r.term) : NULL;
	if (term && q > 1)
		term = sum_of_bytes(p, term, q);
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
        struct tir_seq *out, bool *single)
{
	struct emitter x = {.n = all, .m = all->m, .arena = arena, .span = n->loop->at};
	struct plain p = {.x = &x, .out = out};
	for (uint32_t i = 0; i < n->outside.n; i++) {
		p.var[p.n] = n->outside.at[i].var;
		p.to[p.n++] = n->outside.at[i].is;
	}
	if (!open_loops(&p, &n->loops))
		return false;
	const struct tir_expr *v = value(&p, n->value);
	if (v)
		emit_store(&x, p.out, n->buffer, nest_subst(all, n->index, p.n, p.var, p.to), v);
	*single = p.single;
	return v != NULL;
}
