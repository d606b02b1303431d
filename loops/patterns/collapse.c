/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/collapse.c: nested loops that go along memory, collapsed to one.
 *
 * Idea.   for i, j in T.grid(24, 24): O[i * 24 + j] = f(S[i * 24 + j]) is a loop over 576: rows of 24 are no vectors, 576 are.
 *         Each index must take one step of the loop around for as many steps of the inner one as that has iterations; and
 *         the loops' variables must be used for nothing else.  The order of iterations stays as it is.
 *         Rows that are scaled are so few that only these are looked at: other loops are LLVM's, one or two.
 * Needs   loops from 0 on with constant extents and nothing between them; flat statements.
 * Costs   the nodes of the innermost body, for each of its loops. */
#include "analysis/analysis.h"
#include "loops/nest/counted.h"
#include "loops/values/scale.h"

enum { DEPTH = 4, ACCESSES = 32 };

struct collapser {
	const struct facts *facts;
	const struct tir_func *f;
	struct tir_module *m;
	struct arena *scratch;
	bool any, all;  /* all: loops whose variables are new, scaled or not */
	uint32_t first; /* of new variables */
};

static bool has_few(const struct tir_stmt *s)
{
	return loops_is_counted(s) && tir_as_for(s)->extent.e->u.i < 1 << 20;
}

/* Its one statement, if that is such a loop. */
static const struct tir_stmt *inner_loop(const struct tir_stmt *s)
{
	const struct tir_stmt *t = tir_as_for(s)->body.first;
	return t && !t->next && has_few(t) ? t : NULL;
}

/* Does e name v? */
static bool names(const struct tir_expr *e, const struct tir_var *v)
{
	if (e->op == TIR_VAR)
		return e->u.var == v;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->flags & TIR_HAS_VAR && names(e->arg[i], v))
			return true;
	return false;
}

/* Does the index go on by one where the two loops do?  *sum: without them. */
static bool is_along(const struct collapser *c, const struct tir_expr *index,
        const struct tir_stmt *outer, const struct tir_stmt *inner)
{
	const struct affine *a = affine_of(c->facts, index);
	enum { MOST = 1 << 28 };
	int64_t by[2] = {0}, n = tir_as_for(inner)->extent.e->u.i;
	const struct tir_var *v[2] = {tir_as_for(outer)->var, tir_as_for(inner)->var};
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		for (uint32_t k = 0; k < 2; k++) {
			bool is = t->n == 1 && t->x[0] == v[k]->expr;
			if (is && (t->factor > MOST || t->factor < -MOST))
				return false;
			by[k] += is ? t->factor : 0;
			for (uint32_t x = 0; !is && x < t->n; x++)
				if (names(t->x[x], v[k]))
					return false;
		}
	}
	return by[0] == by[1] * n;
}

/* Are the variables in indices that go along alone? */
static bool may_expr(const struct collapser *c, const struct tir_expr *e,
        const struct tir_stmt *outer, const struct tir_stmt *inner)
{
	if (e->op == TIR_VAR)
		return e->u.var != tir_as_for(outer)->var && e->u.var != tir_as_for(inner)->var;
	if (e->op == TIR_LOAD && e->n == 1 && e->type.lanes == 1 &&
	        is_along(c, e->arg[0], outer, inner))
		return true;
	for (uint32_t i = 0; i < e->n; i++)
		if (!may_expr(c, e->arg[i], outer, inner))
			return false;
	return true;
}

/* Stores alone: others are seldom, and none of them would be vectors. */
static bool may(const struct collapser *c, const struct tir_stmt *outer,
        const struct tir_stmt *inner)
{
	enum { DEEP = 64 };
	for (const struct tir_stmt *s = tir_as_for(inner)->body.first; s; s = s->next) {
		if (s->kind != TIR_STORE || s->nindex != 1 || tir_mask_of(s) ||
		        tir_value_of(s)->depth > DEEP || tir_value_of(s)->type.lanes != 1 ||
		        !is_along(c, tir_as_store(s)->index[0].e, outer, inner) ||
		        !may_expr(c, tir_value_of(s), outer, inner))
			return false;
	}
	return true;
}

struct renaming {
	struct collapser *c;
	const struct tir_var *outer, *inner;
	const struct tir_expr *zero, *both; /* in their places */
};

static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

/* e with 0 for the outer loop's variable and the new one for the inner loop's; sums and products with 0 are folded. */
static const struct tir_expr *renamed(const struct renaming *r, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return e->u.var == r->outer ? r->zero : e->u.var == r->inner ? r->both : e;
	if (!e->n)
		return e;
	const struct tir_expr **arg = ARENA_NEWN(r->c->scratch, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = renamed(r, e->arg[i]);
	if (e->op == TIR_ADD && is_zero(arg[0]))
		return arg[1];
	if ((e->op == TIR_ADD && is_zero(arg[1])) || (e->op == TIR_MUL && is_zero(arg[0])))
		return arg[0];
	return tir_with_args(r->c->m, e, arg);
}

/* The outer loop's iterations are the inner one's behind each other. */
static struct tir_stmt *collapsed(struct collapser *c, const struct tir_stmt *outer,
        const struct tir_stmt *inner)
{
	const struct tir_for *o = tir_as_for(outer), *i = tir_as_for(inner);
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, inner);
	struct tir_for *l = tir_as_for(t);
	l->var = tir_var_new(c->m, i->var->name, TIR_INT32);
	l->extent.e = tir_int(c->m, TIR_INT32, o->extent.e->u.i * i->extent.e->u.i);
	struct renaming r = {c, o->var, i->var, tir_int(c->m, TIR_INT32, 0), l->var->expr};
	l->body = (struct tir_seq){0};
	for (const struct tir_stmt *s = i->body.first; s; s = s->next) {
		struct tir_stmt *store = tir_stmt_copy(c->m->arena, s);
		tir_as_store(store)->index[0].e = renamed(&r, tir_as_store(s)->index[0].e);
		tir_as_store(store)->value.e = renamed(&r, tir_value_of(s));
		tir_seq_add(&l->body, store);
	}
	c->any = true;
	return t;
}

static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out);

static struct tir_stmt *copy(struct collapser *c, const struct tir_stmt *s)
{
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, s);
	tir_seq_map_bodies(t, visit, c);
	return t;
}

/* Do the two do so few iterations that 32 bits count them? */
static bool is_short(const struct tir_stmt *outer, const struct tir_stmt *inner)
{
	enum { MOST = 1 << 24 };
	return tir_as_for(outer)->extent.e->u.i * tir_as_for(inner)->extent.e->u.i <= MOST;
}

static bool is_wanted(const struct collapser *c, const struct tir_stmt *inner)
{
	return c->all ? tir_as_for(inner)->var->id >= c->first : loops_scales(tir_body(inner));
}

/* Add the two loops as one if they are short, wanted and go along memory together; else a copy of s. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct collapser *c = ctx;
	const struct tir_stmt *inner = has_few(s) ? inner_loop(s) : NULL;
	if (inner && !inner_loop(inner) && is_short(s, inner) && is_wanted(c, inner) &&
	        may(c, s, inner))
		tir_seq_add(out, collapsed(c, s, inner));
	else
		tir_seq_add(out, copy(c, s));
}

struct tir_func *loops_collapse_new(struct tir_func *f, uint32_t first,
        const struct loops_options *options, struct arena *arena)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct collapser c = {.facts = facts_begin(f, &known, arena),
	        .f = f,
	        .m = f->module,
	        .scratch = arena,
	        .all = true,
	        .first = first};
	struct tir_seq body = tir_seq_map(&f->body, visit, &c);
	return c.any ? tir_func_with_body(f, body) : f;
}

struct tir_func *loops_collapse(struct tir_func *f, const struct loops_options *options,
        struct arena *arena)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	for (uint32_t i = 0; i < DEPTH; i++) {
		struct collapser c = {.facts = facts_begin(f, &known, arena),
		        .f = f,
		        .m = f->module,
		        .scratch = arena};
		struct tir_seq body = tir_seq_map(&f->body, visit, &c);
		if (!c.any)
			break;
		f = tir_func_with_body(f, body);
	}
	return f;
}
