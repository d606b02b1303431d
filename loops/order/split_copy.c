/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/split_copy.c: the pieces of a nest that is split.
 *
 * Idea.   A window's body is copied once for each iteration, a loop that is split once for each piece; a piece of one
 *         iteration is its body.  Loops that stay are split anew in each piece of the loop around.  Memory that each
 *         iteration of the chain has for itself gets an allocation there, so that pieces share none.  A store to it under
 *         a condition that differs between lanes becomes one of a choice: `if c: s = s + x` is
 *         `s = s + (x if c else 0)`.
 * Needs   a nest that split_read took; decides nothing.
 * Costs   the size of the result, times the depth of the nest. */
#include "loops/order/split.h"

struct copier {
	const struct split_nest *n;
	struct tir_module *m;
};

/* ---- Conditions of lanes -----------------------------------------------------------------*/
static bool names_lane(const struct split_nest *n, const struct tir_expr *e)
{
	for (uint32_t i = 0; i < n->nloops; i++)
		if (n->loop[i].lane && facts_names(n->facts, e, tir_as_for(n->loop[i].s)->var))
			return true;
	return false;
}

static bool is_private(const struct split_nest *n, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < n->npriv; i++)
		if (n->priv[i] == b)
			return true;
	return false;
}

/* The store that is all that a statement does, if its condition may be a choice; or NULL. */
static const struct tir_stmt *only_store(const struct split_nest *n, const struct tir_stmt *s)
{
	const struct tir_stmt *t = tir_body(s)->first;
	if (s->kind != TIR_IF || !t || t->next || tir_orelse(s)->first || t->kind != TIR_STORE ||
	        t->nindex != 1 || !names_lane(n, tir_value_of(s)))
		return NULL;
	const struct tir_store *store = tir_as_store(t);
	const struct tir_expr *at = store->index[0].e;
	bool here = at->op == TIR_INT_IMM && at->u.i == 0 && is_private(n, store->buffer);
	return here && tir_is_integral(store->buffer->elem) ? t : NULL;
}

/* value if the condition holds, else what the element holds; as little of it as can be under the condition. */
static const struct tir_expr *choice(struct copier *c, const struct tir_expr *condition,
        const struct tir_stmt *s)
{
	const struct tir_store *store = tir_as_store(s);
	const struct tir_expr *value = store->value.e, *index = store->index[0].e;
	const struct tir_expr *old = tir_access(c->m, TIR_LOAD, store->buffer, 1, &index);
	bool sum = value->op == TIR_ADD && (value->arg[0] == old || value->arg[1] == old);
	if (!sum)
		return tir_select(c->m, TIR_IF_THEN_ELSE, condition, value, old);
	const struct tir_expr *more = value->arg[value->arg[0] == old];
	return tir_binary(c->m, TIR_ADD, old,
	        tir_select(c->m, TIR_IF_THEN_ELSE, condition, more, tir_zero(c->m, more->type)));
}

/* ---- Copies ------------------------------------------------------------------------------*/
/* The body with a number, or another loop's variable, in the place of the loop's. */
static struct tir_seq copy_of(struct copier *c, const struct tir_stmt *s,
        const struct tir_seq *body, const struct tir_expr *at)
{
	struct tir_subst copy = {.m = c->m, .arena = c->n->scratch};
	tir_subst_var(&copy, tir_as_for(s)->var, at);
	return tir_subst_seq(&copy, body);
}

/* Add the loop's iterations from `begin` to before `end`, counted from 0: a loop, or the body alone where it is one
 * iteration. */
static void add_piece(struct copier *c, const struct split_loop *l, const struct tir_seq *body,
        int64_t begin, int64_t end, struct tir_seq *out)
{
	const struct tir_for *s = tir_as_for(l->s);
	int64_t min = s->min.e->u.i;
	if (end - begin == 1) {
		tir_seq_append(out,
		        copy_of(c, l->s, body, tir_int(c->m, s->var->type, min + begin)));
		return;
	}
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, l->s);
	struct tir_var *v = tir_var_new(c->m, s->var->name, s->var->type);
	v->at = s->var->at;
	tir_set_var(t, v);
	tir_as_for(t)->min.e = tir_int(c->m, s->min.e->type, min + begin);
	tir_as_for(t)->extent.e = tir_int(c->m, s->extent.e->type, end - begin);
	tir_set_body(t, copy_of(c, l->s, body, v->expr));
	tir_seq_add(out, t);
}

/* Where the piece of the loop ends that begins at iteration `at`: behind it in a window, else at the next point. */
static int64_t end_of(const struct split_loop *l, int64_t at)
{
	if (l->window && !l->stays)
		return at + 1;
	for (uint32_t i = 0; i < l->npoints; i++)
		if (l->point[i] > at)
			return l->point[i];
	return tir_as_for(l->s)->extent.e->u.i;
}

/* Add all pieces of the loop in their order. */
static void copy_loop(struct copier *c, const struct split_loop *l, const struct tir_seq *body,
        struct tir_seq *out)
{
	int64_t end = tir_as_for(l->s)->extent.e->u.i;
	for (int64_t at = 0; at < end; at = end_of(l, at))
		add_piece(c, l, body, at, end_of(l, at), out);
}

/* What split_stays() is asked of: where a piece of a loop of the chain begins. */
struct piece {
	struct copier *c;
	uint32_t chain;
	int64_t at;
};

/* Add a copy of s, where the loops in it that stay are in pieces. */
static void split_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	const struct piece *p = ctx;
	const struct split_nest *n = p->c->n;
	struct tir_stmt *t = tir_stmt_copy(p->c->m->arena, s);
	tir_seq_map_bodies(t, split_stmt, ctx);
	uint32_t k = t->kind == TIR_FOR ? split_loop_of(n, tir_as_for(t)->var) : UINT32_MAX;
	struct split_loop l = {0};
	if (k != UINT32_MAX && n->loop[k].stays)
		l = split_stays(n, k, p->chain, p->at);
	if (l.npoints)
		copy_loop(p->c, &l, tir_body(t), out);
	else
		tir_seq_add(out, t);
}

/* The body of a piece of loop k, of the chain, which begins at iteration `at`. */
static struct tir_seq with_stays(struct copier *c, uint32_t k, const struct tir_seq *body,
        int64_t at)
{
	bool any = false;
	for (uint32_t i = 0; i < c->n->nloops; i++)
		any |= c->n->loop[i].stays;
	struct piece p = {c, k, at};
	return any ? tir_seq_map(body, split_stmt, &p) : *body;
}

/* Add a copy of s with the loops in it split.  An `if` around one store to a private element becomes a choice in the
 * value that is stored (if-conversion). */
static void copy_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct copier *c = ctx;
	const struct tir_stmt *store = only_store(c->n, s);
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, store ? store : s);
	if (store)
		tir_as_store(t)->value.e = choice(c, tir_value_of(s), store);
	else
		tir_seq_map_bodies(t, copy_stmt, c);
	uint32_t k = t->kind == TIR_FOR ? split_loop_of(c->n, tir_as_for(t)->var) : UINT32_MAX;
	bool splits = k != UINT32_MAX && (c->n->loop[k].window || c->n->loop[k].npoints);
	if (splits && !c->n->loop[k].stays)
		copy_loop(c, &c->n->loop[k], tir_body(t), out);
	else
		tir_seq_add(out, t);
}

/* ---- Memory of an iteration --------------------------------------------------------------*/
static struct tir_stmt *new_alloc(struct copier *c, const struct tir_buffer *b, struct span at)
{
	struct tir_stmt *s = tir_stmt_new(c->m, TIR_ALLOC, at);
	tir_as_alloc(s)->buffer = (struct tir_buffer *)b; /* replaced with its uses */
	s->form = TIR_ALLOC_BUFFER;
	return s;
}

/* The chain's loops, with allocations in the last one. */
static struct tir_stmt *with_private(struct copier *c, uint32_t k)
{
	const struct split_nest *n = c->n;
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, n->loop[k].s);
	struct tir_seq body = {0};
	if (k + 1 < n->nloops && n->loop[k + 1].chain) {
		tir_seq_add(&body, with_private(c, k + 1));
		tir_set_body(t, body);
		return t;
	}
	for (uint32_t i = 0; i < n->npriv; i++)
		if (n->outside[i])
			tir_seq_add(&body, new_alloc(c, n->priv[i], t->at));
	tir_set_body(t, *tir_body(n->loop[k].s));
	tir_seq_map_bodies(t, copy_stmt, c);
	tir_seq_append(&body, *tir_body(t));
	tir_set_body(t, body);
	return t;
}

/* All pieces of loop k of the chain, which has this body, and `plain` in the text; in each piece the loops that stay are split
 * where it needs that. */
static struct tir_seq copy_chain(struct copier *c, const struct tir_seq *body,
        const struct tir_seq *plain, uint32_t k)
{
	const struct split_nest *n = c->n;
	const struct split_loop *l = &n->loop[k];
	struct tir_seq out = {0};
	int64_t end = tir_as_for(l->s)->extent.e->u.i, longest = split_longest(l).begin;
	for (int64_t at = 0; at < end; at = end_of(l, at)) {
		if (n->longest_alone && at != longest) {
			add_piece(c, l, plain, at, end_of(l, at), &out);
			continue;
		}
		struct tir_seq piece = with_stays(c, k, body, at);
		if (k + 1 < n->nloops && n->loop[k + 1].chain)
			piece = copy_chain(c, tir_body(piece.first), tir_body(plain->first), k + 1);
		add_piece(c, l, &piece, at, end_of(l, at), &out);
	}
	return out;
}

struct tir_seq split_copy(const struct split_nest *n)
{
	struct copier c = {n, n->f->module};
	return copy_chain(&c, tir_body(with_private(&c, 0)), tir_body(n->loop[0].s), 0);
}
