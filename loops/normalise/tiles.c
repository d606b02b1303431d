/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/tiles.c: loops that only tile one index, joined.
 *
 * Idea    Where a loop o and a loop i in it, of n iterations, are named in o * n + i alone, one loop of o * n + i does the same: tiling
 *         is what the passes behind decide.  Where other loops lie between the two their order changes: that is no matter if each
 *         iteration of the joined loop has elements of its own.
 * Needs   flat statements; loops from 0 by 1 of constant numbers of iterations, with nothing between them.
 * Keeps   the order of loops that do not say by themselves which elements are stored to; loops that a break leaves.
 * Costs   the nodes of the nest for each pair of its loops. */
#include "loops/normalise/respell.h"

enum { MOST = 12, NODES = 1 << 16 };

struct tile_nest {
	const struct tir_stmt *loop[MOST]; /* the outermost first */
	uint32_t n;
	const struct tir_seq *body;
};
struct joiner {
	struct respell *r;
	const struct tir_var *outer, *inner;
	int64_t extent; /* of the inner one */
	struct tir_var *to;
	VEC(const struct tir_expr *) done; /* by expression: what stands for it */
	uint32_t nodes;                    /* left */
	bool fails, any;
};

/* ---- The nest ----------------------------------------------------------------------------*/
/* Does the loop, whose variable may be another one, count from 0 by 1 to a constant? */
static bool is_counted(const struct respell *r, const struct tir_stmt *s)
{
	if (!loops_respell_is_plain(s) || !respell_is_free(r, tir_as_for(s)->var))
		return false;
	const struct tir_for *l = tir_as_for(s);
	return s->for_kind == TIR_SERIAL && tir_loop_step(s) == 1 && l->min.e->op == TIR_INT_IMM &&
	       l->min.e->u.i == 0 && l->extent.e->op == TIR_INT_IMM && l->extent.e->u.i > 1 &&
	       l->extent.e->u.i < INT32_MAX;
}

/* The loops from s on, as far as there is nothing beside them. */
static struct tile_nest read_nest(const struct respell *r, const struct tir_stmt *s)
{
	struct tile_nest n = {.body = NULL};
	while (n.n < MOST && s && s->kind == TIR_FOR && is_counted(r, s)) {
		n.loop[n.n++] = s;
		n.body = tir_body(s);
		s = n.body->first && !n.body->first->next ? n.body->first : NULL;
	}
	return n;
}

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct tir_expr *join(struct joiner *j, const struct tir_expr *e);

/* a + factor * x; a may be NULL. */
static const struct tir_expr *plus(struct tir_module *m, const struct tir_expr *a,
        const struct tir_expr *x, int64_t factor)
{
	bool minus = a && factor < 0 && factor > INT32_MIN;
	factor = minus ? -factor : factor;
	if (factor != 1)
		x = tir_binary(m, TIR_MUL, x, tir_int(m, x->type, factor));
	return a ? tir_binary(m, minus ? TIR_SUB : TIR_ADD, a, x) : x;
}

/* The sum with the joined variable in the place of both, in which they have these terms. */
static const struct tir_expr *build(struct joiner *j, const struct affine_sum *s, struct tir_type t,
        uint32_t outer, uint32_t inner)
{
	struct tir_module *m = j->r->m;
	const struct tir_expr *e = NULL;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct affine_term *x = &s->term[i];
		if (i == outer || !x->factor)
			continue;
		e = plus(m, e, i == inner ? j->to->expr : join(j, x->x[0]), x->factor);
	}
	if (s->constant || !e) {
		const struct tir_expr *c = tir_int(m, t,
		        s->constant < 0 && e ? -s->constant : s->constant);
		e = e ? tir_binary(m, s->constant < 0 ? TIR_SUB : TIR_ADD, e, c) : c;
	}
	j->any = true;
	return e;
}

/* The sum that e is, with the joined variable; NULL: it names neither of the two, or is no sum.  It fails if it names them
 * otherwise. */
static const struct tir_expr *join_sum(struct joiner *j, const struct tir_expr *e)
{
	struct affine_sum s;
	uint32_t outer = AFFINE_TERMS, inner = AFFINE_TERMS;
	bool sum = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
	affine_clear(&s);
	if (!sum || !tir_type_eq(e->type, j->to->type) || !affine_read(&s, e, 1, NULL, NULL))
		return NULL;
	for (uint32_t i = 0; i < s.n; i++) {
		const struct affine_term *t = &s.term[i];
		if (t->n != 1 || !tir_type_eq(t->x[0]->type, e->type))
			return NULL;
		outer = t->x[0] == j->outer->expr ? i : outer;
		inner = t->x[0] == j->inner->expr ? i : inner;
	}
	if (outer == AFFINE_TERMS && inner == AFFINE_TERMS)
		return NULL;
	int64_t all;
	if (outer == AFFINE_TERMS || inner == AFFINE_TERMS || s.constant < -INT32_MAX ||
	        __builtin_mul_overflow(s.term[inner].factor, j->extent, &all) ||
	        s.term[outer].factor != all || !all) {
		j->fails = true;
		return NULL;
	}
	return build(j, &s, e->type, outer, inner);
}

/* e with the joined variable; it fails if e names one of the two otherwise. */
static const struct tir_expr *join(struct joiner *j, const struct tir_expr *e)
{
	const struct tir_expr *x = e;
	while (j->done.n <= e->id)
		VEC_PUSH(j->r->arena, &j->done, NULL);
	if (j->done.at[e->id] || !(e->flags & TIR_HAS_VAR) || j->fails)
		return j->done.at[e->id] ? j->done.at[e->id] : e;
	j->fails |= !j->nodes || x == j->outer->expr || x == j->inner->expr;
	j->nodes -= j->nodes != 0;
	x = j->fails ? NULL : join_sum(j, e);
	if (!x && !j->fails && e->n) {
		const struct tir_expr **arg = ARENA_NEWN(j->r->arena, const struct tir_expr *,
		        e->n);
		for (uint32_t i = 0; i < e->n; i++)
			arg[i] = join(j, e->arg[i]);
		x = j->fails ? NULL : tir_with_args(j->r->m, e, arg);
	}
	x = x ? x : e;
	j->done.at[e->id] = x;
	return x;
}

/* Add the statement, with the joined variable in it and in what it holds. */
static void join_stmt(void *joiner, const struct tir_stmt *s, struct tir_seq *out)
{
	struct joiner *j = joiner;
	struct tir_operand *slot[TIR_MAX_OPERANDS];
	struct tir_stmt *t = tir_stmt_copy(j->r->m->arena, s);
	uint32_t n = tir_stmt_operands(t, slot, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		slot[i]->e = join(j, slot[i]->e);
	tir_seq_map_bodies(t, join_stmt, j);
	tir_seq_add(out, t);
}

/* ---- Order -------------------------------------------------------------------------------*/
/* Accesses of what the nest stores to. */
struct owners {
	const struct joiner *j;
	VEC(const struct tir_stmt *) stores;
	bool own;
};

/* Note a store; false: the nest holds statements of other kinds. */
static bool note_store(void *ctx, struct tir_stmt *s)
{
	struct owners *o = ctx;
	o->own &= s->kind == TIR_STORE || s->kind == TIR_FOR || s->kind == TIR_IF ||
	          s->kind == TIR_BIND;
	if (s->kind == TIR_STORE)
		VEC_PUSH(o->j->r->arena, &o->stores, s);
	return o->own;
}

/* Does the store go to the element of these indices? */
static bool is_element(const struct tir_stmt *store, uint32_t n,
        const struct tir_expr *const *index)
{
	if (n != store->nindex)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (tir_as_store(store)->index[i].e != index[i])
			return false;
	return true;
}

/* Is what is loaded or stored there the very element of each store to memory that it may be in? */
static void see(struct owners *o, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index)
{
	for (uint32_t i = 0; i < o->stores.n; i++) {
		const struct tir_buffer *c = tir_buffer_of(o->stores.at[i]);
		if (alias_may(o->j->r->facts, b, c))
			o->own &= b == c && is_element(o->stores.at[i], n, index);
	}
}

/* Look at what a load reads; false: it is not an element of the iteration's own. */
static bool see_load(void *ctx, const struct tir_expr *e)
{
	struct owners *o = ctx;
	if (e->op == TIR_LOAD)
		see(o, e->u.buffer, e->n, e->arg);
	o->own &= e->op != TIR_MASKED_LOAD && e->op != TIR_CALL && !(e->flags & TIR_HAS_ADDRESS);
	return o->own;
}

/* The same of all that a statement accesses. */
static bool see_stmt(void *ctx, struct tir_stmt *s)
{
	struct owners *o = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	if (s->kind == TIR_STORE)
		see(o, tir_buffer_of(s), s->nindex, e);
	for (uint32_t i = 0; o->own && i < n; i++)
		tir_walk_expr(e[i], o->j->r->arena, see_load, o);
	return o->own;
}

/* Has the index a dimension in which both variables, and nothing else that changes, are named? */
static bool says_which(const struct joiner *j, const struct tir_stmt *store)
{
	for (uint32_t i = 0; i < store->nindex; i++) {
		struct affine_sum s;
		affine_clear(&s);
		if (!affine_read(&s, tir_as_store(store)->index[i].e, 1, NULL, NULL) || s.n != 2)
			continue;
		const struct tir_expr *x = s.term[0].x[0], *y = s.term[1].x[0], *o = j->outer->expr,
		                      *in = j->inner->expr;
		if (s.term[0].n == 1 && s.term[1].n == 1 &&
		        ((x == o && y == in) || (x == in && y == o)))
			return true;
	}
	return false;
}

/* Does each iteration of the joined loop have elements of its own? */
static bool is_owner(const struct joiner *j, const struct tir_seq *body)
{
	struct owners o = {.j = j, .own = true};
	if (!tir_walk_stmts(body, note_store, &o))
		return false;
	tir_walk_stmts(body, see_stmt, &o);
	for (uint32_t i = 0; o.own && i < o.stores.n; i++)
		o.own = says_which(j, o.stores.at[i]);
	return o.own;
}

/* ---- A pair ------------------------------------------------------------------------------*/
/* The nest with loops a and b joined; NULL: they are named otherwise, or their order counts. */
static struct tir_stmt *joined(struct respell *r, const struct tile_nest *n, uint32_t a, uint32_t b)
{
	const struct tir_for *o = tir_as_for(n->loop[a]), *in = tir_as_for(n->loop[b]);
	struct joiner j = {.r = r,
	        .outer = o->var,
	        .inner = in->var,
	        .extent = in->extent.e->u.i,
	        .nodes = NODES};
	int64_t all;
	if (!tir_type_eq(o->var->type, in->var->type) ||
	        __builtin_mul_overflow(o->extent.e->u.i, j.extent, &all) || all >= INT32_MAX ||
	        tir_seq_leaves(n->body) || (b > a + 1 && !is_owner(&j, n->body)))
		return NULL;
	j.to = tir_var_new(r->m, in->var->name, o->var->type);
	j.to->at = in->var->at;
	struct tir_seq body = tir_seq_map(n->body, join_stmt, &j);
	struct tir_stmt *t = NULL;
	if (j.fails || !j.any)
		return NULL;
	for (uint32_t i = n->n; i-- > 0;) {
		if (i == b)
			continue;
		t = tir_stmt_copy(r->m->arena, n->loop[i]);
		tir_set_body(t, body);
		if (i == a) {
			tir_set_var(t, j.to);
			tir_as_for(t)->extent.e = tir_int(r->m, o->extent.e->type, all);
		}
		body = (struct tir_seq){0};
		tir_seq_add(&body, t);
	}
	return t;
}

/* Add the nest, with all loops joined that only tile one index. */
static void loop(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tile_nest n = read_nest(r, s);
	for (uint32_t b = 1; b < n.n; b++)
		for (uint32_t a = b; a-- > 0;) {
			struct tir_stmt *t = joined(r, &n, a, b);
			if (!t)
				continue;
			r->any = true;
			loop(r, t, out);
			return;
		}
	struct tir_stmt *t = tir_stmt_copy(r->m->arena, s);
	tir_seq_map_bodies(t, loops_respell_stmt, r);
	tir_seq_add(out, t);
}

struct tir_func *loops_tiles(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	(void)vectors;
	r.loop = loop;
	return loops_respell_func(&r, f);
}
