/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/predictive_copy.c: a loop that carries what its later iterations need again.
 *
 *     carried0 = F(min), carried1 = F(min + 1)     one for each shift but the greatest
 *     for j:
 *         next = F(j + 2)
 *         ...carried0... carried1... next...       F(j), F(j + 1), F(j + 2)
 *         carried0 = carried1
 *         carried1 = next
 *
 * below `if 0 < extent`, unless the extent is a constant.  Of vectors F is a line, and what begins between two lines is
 * shuffled out of them.  A first value that may trap, and that iteration k > 0 is the first one to compute, is computed if k < extent.
 * Keeps   where each load lies: the first values are what the first iteration loads, and what lies between. */
#include <stdlib.h>

#include "loops/storage/predictive.h"

enum { VECTOR_ALIGN = 128 };

struct copier {
	struct predictive *p;
	struct tir_module *m;
	const struct predictive_chain *chain;
	struct predictive_form f;    /* the chain's */
	struct tir_subst now, first; /* names of the body put in; first: in the first iteration */
	const struct tir_expr
	        *carried[PREDICTIVE_CARRIED + 1]; /* by shift; the last one: the new value */
	struct tir_buffer *buffer[PREDICTIVE_CARRIED];
	const struct tir_expr **made; /* by expression */
	uint32_t nmade;
	uint32_t uses;
};

/* ---- Computing a form --------------------------------------------------------------------*/
/* e + n, in one constant with those that end e. */
static const struct tir_expr *plus(struct tir_module *m, const struct tir_expr *e, int64_t n)
{
	bool exact = e->type.code == TIR_TYPE_INT && e->type.bits >= 32;
	while (exact && (e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[1]->op == TIR_INT_IMM) {
		n += e->op == TIR_ADD ? e->arg[1]->u.i : -e->arg[1]->u.i;
		e = e->arg[0];
	}
	bool product = e->op == TIR_MUL && e->arg[0]->op == TIR_INT_IMM &&
	               e->arg[1]->op == TIR_INT_IMM;
	int64_t c = e->op == TIR_INT_IMM ? e->u.i : 0;
	if (exact && (e->op == TIR_INT_IMM || (product && !__builtin_mul_overflow(e->arg[0]->u.i,
	                                                          e->arg[1]->u.i, &c))))
		return tir_int(m, e->type, c + n);
	if (n == 0)
		return e;
	return tir_binary(m, n < 0 ? TIR_SUB : TIR_ADD, e, tir_int(m, e->type, n < 0 ? -n : n));
}

/* The load of that form and shift.  in_first: of the first iteration. */
static const struct tir_expr *build_load(struct copier *c, const struct predictive_form *f,
        int64_t shift, bool in_first)
{
	struct tir_subst *s = in_first ? &c->first : &c->now;
	const struct predictive_load *near = &f->loads.at[0];
	for (uint32_t i = 1; i < f->loads.n; i++)
		if (llabs(f->loads.at[i].shift - shift) < llabs(near->shift - shift))
			near = &f->loads.at[i];
	const struct tir_expr *index[TIR_MAX_RANK];
	int64_t on = shift - near->shift;
	for (uint32_t i = 0; i < near->e->n; i++) {
		const struct tir_expr *at = near->e->arg[i];
		bool row = at->op == TIR_RAMP;
		at = tir_subst_expr(s, row ? at->arg[0] : at);
		if (i == f->grows)
			at = plus(c->m, at, f->lanes ? on : on * f->step);
		index[i] = row ? tir_ramp(c->m, at, tir_int(c->m, at->type, 1), f->type.lanes) : at;
	}
	return tir_access(c->m, TIR_LOAD, near->e->u.buffer, near->e->n, index);
}

/* e in type t: itself, what is cast in it, or a cast. */
static const struct tir_expr *as_type(struct copier *c, const struct tir_expr *e, struct tir_type t)
{
	if (tir_type_eq(e->type, t))
		return e;
	if (e->op == TIR_CAST && tir_type_eq(e->arg[0]->type, t))
		return e->arg[0];
	return tir_cast(c->m, t, e);
}

/* e times the factor, added to (or made an extreme with) sum, which may be NULL. */
static const struct tir_expr *add_term(struct copier *c, enum tir_op op, const struct tir_expr *sum,
        const struct tir_expr *e, int64_t factor)
{
	int64_t size = factor < 0 ? -factor : factor;
	if (size != 1) {
		const struct tir_expr *by = tir_int(c->m, tir_lanes(e->type, 1), size);
		by = e->type.lanes > 1 ? tir_broadcast(c->m, by, e->type.lanes) : by;
		e = tir_binary(c->m, TIR_MUL, e, by);
	}
	if (!sum)
		return factor < 0 ? tir_binary(c->m, TIR_SUB, tir_zero(c->m, e->type), e) : e;
	return tir_binary(c->m, factor < 0 ? TIR_SUB : op, sum, e);
}

/* The expression of a form, so many iterations ahead; in_first: in the first one, as the prologue has it. */
static const struct tir_expr *build(struct copier *c, uint32_t form, int64_t shift, bool in_first)
{
	const struct predictive_form *f = &c->p->form.at[form];
	const struct tir_expr *arg[PREDICTIVE_TERMS], *sum = NULL;
	if (f->op == TIR_VAR)
		return f->e;
	if (f->op == TIR_LOAD)
		return build_load(c, f, shift, in_first);
	for (uint32_t i = 0; i < f->n; i++)
		arg[i] = build(c, f->part[i].at.form, shift + f->part[i].at.shift, in_first);
	for (uint32_t i = 0; i < f->n && f->e; i++)
		arg[i] = as_type(c, arg[i], f->e->arg[i]->type);
	if (f->e)
		return tir_with_args(c->m, f->e, arg);
	for (uint32_t i = 0; i < f->n; i++)
		sum = add_term(c, f->op, sum, as_type(c, arg[i], f->type), f->part[i].factor);
	return sum;
}

/* ---- Using it ----------------------------------------------------------------------------*/
/* What stands for the chain's form at that shift. */
static const struct tir_expr *value_at(struct copier *c, int64_t shift)
{
	int64_t lanes = c->f.lanes, line = lanes ? predictive_floor(shift, lanes) : shift;
	int64_t behind = lanes ? shift - line * lanes : 0;
	const struct tir_expr *arg[2 + TIR_MAX_LANES];
	const struct tir_expr **line_at = &c->carried[line - c->chain->least];
	if (behind == 0)
		return line_at[0];
	arg[0] = line_at[0];
	arg[1] = line_at[1];
	for (int64_t i = 0; i < lanes; i++)
		arg[2 + i] = tir_int(c->m, TIR_INT32, behind + i);
	return tir_make(c->m, TIR_SHUFFLE, c->f.type, 2, (uint32_t)lanes + 2, arg);
}

static const struct tir_expr *rewrite(struct copier *c, const struct tir_expr *e);

/* The sum e, in which terms are sums of the chain's form; NULL: there are none. */
static const struct tir_expr *rewrite_sum(struct copier *c, const struct tir_expr *e)
{
	struct predictive_term *term = ARENA_NEWN(c->p->arena, struct predictive_term,
	        PREDICTIVE_TERMS);
	struct predictive_group *group, *g = NULL;
	uint32_t n = predictive_terms(c->p, e, term);
	uint32_t ngroups = n > 1 ? predictive_groups(c->p, e, n, term, &group) : 0;
	for (uint32_t i = 0; i < ngroups && !g; i++)
		g = group[i].form == c->chain->form ? &group[i] : NULL;
	if (!g)
		return NULL;
	const struct tir_expr *sum = NULL;
	enum tir_op op = e->op == TIR_SUB ? TIR_ADD : (enum tir_op)e->op;
	for (uint32_t i = 0; i < n; i++) {
		bool in = false;
		for (uint32_t k = 0; k < g->nterms; k++)
			in |= g->term[k] == i;
		if (!in)
			sum = add_term(c, op, sum, as_type(c, rewrite(c, term[i].e), c->f.type),
			        op == TIR_ADD ? term[i].factor : 1);
	}
	for (uint32_t i = 0; i < g->n; i++) {
		sum = add_term(c, op, sum, value_at(c, g->use[i].at.shift), g->use[i].factor);
		c->uses++;
	}
	return as_type(c, sum, e->type);
}

/* e, where the chain's form is carried. */
static const struct tir_expr *rewrite(struct copier *c, const struct tir_expr *e)
{
	const struct tir_expr *arg[PREDICTIVE_TERMS], *r;
	if (e->id >= c->nmade || e->depth > PREDICTIVE_DEPTH)
		return e;
	if (c->made[e->id])
		return c->made[e->id];
	const struct predictive_seen seen = c->p->seen[e->id];
	if (seen.met && seen.at.form == c->chain->form && e->op != TIR_VAR) {
		r = as_type(c, value_at(c, seen.at.shift), e->type);
		c->uses++;
	} else if (!seen.met || !(r = rewrite_sum(c, e))) {
		bool same = e->op == TIR_LOAD || e->n > PREDICTIVE_TERMS;
		r = e;
		for (uint32_t i = 0; i < e->n && !same; i++)
			arg[i] = i < tir_strict_args(e) ? rewrite(c, e->arg[i]) : e->arg[i];
		if (e->n && !same && memcmp(arg, e->arg, e->n * sizeof *arg) != 0)
			r = tir_with_args(c->m, e, arg);
	}
	return c->made[e->id] = r;
}

/* ---- Statements --------------------------------------------------------------------------*/
static struct tir_stmt *store(struct copier *c, uint32_t i, const struct tir_expr *value)
{
	return tir_store_new(c->m, c->buffer[i], 1, c->carried[i]->arg, value, c->p->loop->at);
}

/* The first value of a variable.  One that the loop may not compute is 0 then, and not used. */
static const struct tir_expr *first_value(struct copier *c, uint32_t i)
{
	const struct tir_expr *extent = tir_as_for(c->p->loop)->extent.e;
	int64_t shift = c->chain->least + i, lanes = c->f.lanes ? c->f.lanes : 1;
	const struct tir_expr *value = build(c, c->chain->form, shift * lanes, true);
	if (!c->chain->computed[i])
		return value;
	const struct tir_expr *after = tir_int(c->m, extent->type, c->chain->computed[i]);
	return tir_select(c->m, TIR_IF_THEN_ELSE, tir_binary(c->m, TIR_LT, after, extent), value,
	        tir_zero(c->m, value->type));
}

/* A variable that is carried, and its first value. */
static void add_carried(struct copier *c, uint32_t i, struct tir_seq *allocs, struct tir_seq *fills)
{
	struct tir_type t = c->f.type;
	struct tir_buffer *b = tir_row_new(c->m, "carried", tir_lanes(t, 1), t.lanes);
	const struct tir_expr *zero = tir_int(c->m, TIR_INT32, 0);
	b->scope = "local";
	b->align = t.lanes > 1 ? VECTOR_ALIGN : 0;
	if (t.lanes > 1)
		zero = tir_ramp(c->m, zero, tir_int(c->m, TIR_INT32, 1), t.lanes);
	c->buffer[i] = b;
	c->carried[i] = tir_access(c->m, TIR_LOAD, b, 1, &zero);
	struct tir_stmt *alloc = tir_alloc_new(c->m, b, c->p->loop->at);
	alloc->form = t.lanes > 1 ? TIR_ALLOC_BUFFER : TIR_ALLOC_SCALAR;
	tir_seq_add(allocs, alloc);
	tir_seq_add(fills, store(c, i, first_value(c, i)));
}

/* The loop's body: the value that is new, the statements with carried ones in place of what they computed, and the shift
 * of n values by one (a shift register). */
static struct tir_seq new_body(struct copier *c, uint32_t n)
{
	const struct tir_for *l = tir_as_for(c->p->loop);
	struct tir_seq body = {0};
	struct tir_var *next = tir_var_new(c->m, "next", c->f.type);
	int64_t shift = c->chain->greatest * (c->f.lanes ? c->f.lanes : 1);
	tir_seq_add(&body, tir_bind_new(c->m, next, build(c, c->chain->form, shift, false),
	                           TIR_BIND_PLAIN, c->p->loop->at));
	c->carried[n] = next->expr;
	for (const struct tir_stmt *s = l->body.first; s; s = s->next) {
		struct tir_stmt *t = tir_stmt_copy(c->m->arena, s);
		struct tir_operand *op[TIR_MAX_OPERANDS];
		uint32_t nops = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < nops; i++)
			op[i]->e = rewrite(c, op[i]->e);
		tir_seq_add(&body, t);
	}
	for (uint32_t i = 0; i < n; i++)
		tir_seq_add(&body, store(c, i, c->carried[i + 1]));
	return body;
}

/* Names of the body stand for their values. */
static void put_names_in(struct copier *c)
{
	const struct tir_for *l = tir_as_for(c->p->loop);
	c->now = c->first = (struct tir_subst){.m = c->m, .arena = c->p->arena};
	tir_subst_var(&c->first, l->var, l->min.e);
	for (const struct tir_stmt *s = l->body.first; s; s = s->next) {
		if (s->kind != TIR_BIND)
			continue;
		const struct tir_bind *b = tir_as_bind(s);
		tir_subst_var(&c->now, b->var, tir_subst_expr(&c->now, b->value.e));
		tir_subst_var(&c->first, b->var, tir_subst_expr(&c->first, b->value.e));
	}
}

struct tir_seq predictive_copy(struct predictive *p, const struct predictive_chain *chain,
        struct tir_stmt *loop, struct loops_kept *told)
{
	struct copier c = {.p = p, .m = p->m, .chain = chain, .f = p->form.at[chain->form]};
	struct tir_seq in = {0}, fills = {0}, out = {0};
	uint32_t n = (uint32_t)(chain->greatest - chain->least);
	const struct tir_expr *extent = tir_as_for(loop)->extent.e;
	c.nmade = p->nseen;
	c.made = ARENA_NEWN(p->arena, const struct tir_expr *, c.nmade);
	put_names_in(&c);
	for (uint32_t i = 0; i < n; i++)
		add_carried(&c, i, &in, &fills);
	tir_as_for(loop)->body = new_body(&c, n);
	tir_seq_append(&in, fills);
	tir_seq_add(&in, loop);
	*told = (struct loops_kept){
	        build(&c, chain->form, chain->greatest * (c.f.lanes ? c.f.lanes : 1), false),
	        p->loop, NULL, n, c.uses};
	if (extent->op == TIR_INT_IMM)
		return in;
	struct tir_stmt *runs = tir_stmt_new(p->m, TIR_IF, loop->at);
	struct tir_if *branch = tir_as_if(runs);
	branch->value = (struct tir_operand){
	        tir_binary(p->m, TIR_LT, tir_int(p->m, extent->type, 0), extent), loop->at};
	branch->body = in;
	tir_seq_add(&out, runs);
	return out;
}
