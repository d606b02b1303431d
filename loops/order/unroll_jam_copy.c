/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam_copy.c: the unrolled and jammed loop, and its epilogue for the remaining iterations.
 *
 * Idea.   A copier for each of the F iterations says what its variables are: the first one keeps
 *         those of the text, the loop's own is `l + k` in the k-th.  Loops that are entered once
 *         belong to all of them.
 * Needs   a nest that may be unrolled and jammed; decides nothing.
 * Keeps   one definition a variable: what a copy defines again gets a variable of the same name.
 * Costs   F + 1 times the nest. */
#include "loops/order/unroll_jam.h"

struct copier {
	const struct unroll_jam_nest *n;
	struct tir_module *m;
	bool keeps; /* the variables it defines are those of the text */
	const struct tir_expr *loop[UNROLL_JAM_LOOPS],
	        *bind[UNROLL_JAM_COPIED]; /* in their place; NULL: themselves */
};

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct tir_expr *copy_expr(const struct copier *c, const struct tir_expr *e);

/* What a variable is in this copy: the copy's own iteration or binding; e itself of others. */
static const struct tir_expr *copy_var(const struct copier *c, const struct tir_expr *e)
{
	uint32_t loop = unroll_jam_loop_of(c->n, e->u.var),
	         bind = unroll_jam_bind_of(c->n, e->u.var);
	const struct tir_expr *to = loop != UINT32_MAX   ? c->loop[loop]
	                            : bind != UINT32_MAX ? c->bind[bind]
	                                                 : NULL;
	return to ? to : e;
}

static const struct tir_expr *copy_node(const struct copier *c, const struct tir_expr *e)
{
	const struct tir_expr *arg[UNROLL_JAM_NODES];
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = copy_expr(c, e->arg[i]);
	return tir_with_args(c->m, e, arg);
}

/* As deep as e: the nest has UNROLL_JAM_NODES nodes at most. */
static const struct tir_expr *copy_expr(const struct copier *c, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return copy_var(c, e);
	return e->n ? copy_node(c, e) : e;
}

/* ---- Statements --------------------------------------------------------------------------*/
static struct tir_var *define(struct copier *c, struct tir_var *v)
{
	uint32_t loop = unroll_jam_loop_of(c->n, v), bind = unroll_jam_bind_of(c->n, v);
	if (c->keeps)
		return v;
	struct tir_var *w = tir_var_new(c->m, v->name, v->type);
	w->elem = v->elem;
	w->scope = v->scope;
	w->at = v->at;
	*(loop != UINT32_MAX ? &c->loop[loop] : &c->bind[bind]) = w->expr;
	return w;
}

/* The statement with its operands; its bodies are still those of the text. */
static struct tir_stmt *copy_head(const struct copier *c, const struct tir_stmt *s)
{
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, s);
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = copy_expr(c, op[i]->e);
	return t;
}

static struct tir_seq copy_seq(struct copier *c, uint32_t ncopies, const struct tir_seq *s);

/* A copy of s whose variable is new and whose bodies are this copy's alone. */
static struct tir_stmt *copy_whole(struct copier *c, const struct tir_stmt *s)
{
	struct tir_stmt *t = copy_head(c, s);
	if (tir_var_of(s))
		tir_set_var(t, define(c, tir_var_of(s)));
	tir_set_body(t, copy_seq(c, 1, tir_body(s)));
	tir_set_orelse(t, copy_seq(c, 1, tir_orelse(s)));
	return t;
}

/* Each statement once for each copier; a loop or if that is entered once for all of them. */
static struct tir_seq copy_seq(struct copier *c, uint32_t ncopies, const struct tir_seq *s)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (ncopies > 1 && unroll_jam_is_entered_once(c->n, t)) {
			struct tir_stmt *once = copy_head(c, t);
			tir_set_body(once, copy_seq(c, ncopies, tir_body(t)));
			tir_set_orelse(once, copy_seq(c, ncopies, tir_orelse(t)));
			tir_seq_add(&out, once);
			continue;
		}
		for (uint32_t i = 0; i < ncopies; i++)
			tir_seq_add(&out, copy_whole(&c[i], t));
	}
	return out;
}

/* ---- The two loops -----------------------------------------------------------------------*/
/* How far the unrolled loop goes, and how far the other one from there. */
struct parts {
	const struct tir_expr *unrolled, *rest; /* rest NULL: nothing remains */
};

/* The extent in two: what is a multiple of the factor, and the rest (the epilogue).  NULL: there is no rest. */
static struct parts split(const struct unroll_jam_nest *n, struct tir_module *m, uint32_t factor)
{
	const struct tir_expr *extent = tir_as_for(n->loop[n->at].s)->extent.e;
	const struct tir_expr *f = tir_int(m, extent->type, factor);
	if (extent->op == TIR_INT_IMM) {
		int64_t rest = extent->u.i % factor;
		return (struct parts){tir_int(m, extent->type, extent->u.i - rest),
		        rest ? tir_int(m, extent->type, rest) : NULL};
	}
	if (!unroll_jam_runs(n)) /* negative, it runs as often as 0: not at all */
		extent = tir_binary(m, TIR_MAX, extent, tir_int(m, extent->type, 0));
	const struct tir_expr *unrolled = tir_binary(m, TIR_MUL,
	        tir_binary(m, TIR_FLOORDIV, extent, f), f);
	return (struct parts){unrolled, tir_binary(m, TIR_SUB, extent, unrolled)};
}

/* The loop with a step of `factor`, in whose body all copies are jammed. */
static struct tir_stmt *unrolled_loop(const struct unroll_jam_nest *n, struct tir_module *m,
        struct arena *scratch, uint32_t factor, const struct tir_expr *extent)
{
	const struct tir_stmt *s = n->loop[n->at].s;
	struct tir_stmt *t = tir_stmt_copy(m->arena, s);
	struct copier *c = ARENA_NEWN(scratch, struct copier, factor);
	for (uint32_t i = 0; i < factor; i++) {
		c[i].n = n;
		c[i].m = m;
		c[i].keeps = i == 0;
		if (i)
			c[i].loop[n->at] = tir_binary(m, TIR_ADD, tir_as_for(s)->var->expr,
			        tir_int(m, tir_as_for(s)->var->type, i));
	}
	struct tir_for *loop = tir_as_for(t);
	loop->extent.e = extent;
	tir_loop_more(m->arena, t)->step = (struct tir_operand){
	        tir_int(m, tir_as_for(s)->var->type, factor), tir_as_for(s)->extent.at};
	loop->body = copy_seq(c, factor, tir_body(s));
	return t;
}

/* Where the epilogue begins: min + unrolled, folded where both are constants. */
static const struct tir_expr *start_of_rest(struct tir_module *m, const struct tir_expr *min,
        const struct tir_expr *unrolled)
{
	if (min->op != TIR_INT_IMM)
		return tir_binary(m, TIR_ADD, min, unrolled);
	if (min->u.i == 0)
		return unrolled;
	return unrolled->op == TIR_INT_IMM ? tir_int(m, min->type, min->u.i + unrolled->u.i)
	                                   : tir_binary(m, TIR_ADD, unrolled, min);
}

struct tir_seq unroll_jam_copy(const struct unroll_jam_nest *n, struct tir_module *m,
        struct arena *scratch, uint32_t factor)
{
	const struct tir_stmt *s = n->loop[n->at].s;
	struct parts p = split(n, m, factor);
	struct tir_seq out = {0};
	tir_seq_add(&out, unrolled_loop(n, m, scratch, factor, p.unrolled));
	if (!p.rest)
		return out;
	struct copier *c = ARENA_NEW(scratch, struct copier);
	c->n = n;
	c->m = m;
	struct tir_stmt *t = copy_whole(c, s);
	struct tir_for *loop = tir_as_for(t);
	loop->min.e = start_of_rest(m, tir_as_for(s)->min.e, p.unrolled);
	loop->extent.e = p.rest;
	tir_seq_add(&out, t);
	return out;
}
