/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/interleave.c: loops that load again what an iteration before has loaded, a row further on.
 *
 * Idea.   In `A[i * y + x] + A[(i + 1) * y + x] + ...` the next iteration loads all rows but one
 *         again.  LLVM keeps such elements from one iteration to the next only where a row's length is
 *         a constant; but iterations side by side share them.  It puts them side by side as many as
 *         its bound on the new body's size allows, counted before anything is shared: the fewer the
 *         more there is to share.  Here it is told how many.
 *         Index q is what index p is one iteration on if p with i + 1 for i is the same polynomial.
 * Needs   integers of 32 and more bits in indices: they do not overflow.
 * Keeps   what the program does: this is a hint.  Loops that store where they may load are left
 *         alone, for a store between two loads of one element keeps them apart.
 * Costs   MAX_NODES steps, as many sums, and MAX_LOADS squared times MAX_TERMS squared a loop. */
#include "lowering/hexagon/internal.h"

enum {
	SHARED = 3, /* loads of an iteration that the next one has again: fewer are not worth it */
	MAX_STMTS = 32,
	MAX_LOADS = 32,
	MAX_TERMS = 16,
	MAX_FACTORS = 3,
	MAX_DEPTH = 16,
	MAX_NODES = 1024, /* of a loop, in all walks: terms that are shared are met once a path */
};

/* factor times the variables, which are ordered by number. */
struct term {
	int64_t factor;
	uint32_t n;
	const struct tir_expr *x[MAX_FACTORS];
};
struct sum {
	uint32_t n;
	struct term term[MAX_TERMS];
};

struct again {
	struct lower *l;
	const struct tir_stmt *loop;
	struct arena scratch;
	uint32_t nodes, n;
	struct load {
		const struct tir_expr *e;
		struct sum index;
	} at[MAX_LOADS];
};

/* ---- Polynomials -------------------------------------------------------------------------*/
static bool same_factors(const struct term *a, const struct term *b)
{
	return a->n == b->n && !memcmp(a->x, b->x, a->n * sizeof *a->x);
}

static bool add_term(struct sum *s, const struct term *t)
{
	uint32_t i = 0;
	while (i < s->n && !same_factors(&s->term[i], t))
		i++;
	if (i == s->n) {
		if (i == MAX_TERMS)
			return false;
		s->term[s->n++] = *t;
	} else if (__builtin_add_overflow(s->term[i].factor, t->factor, &s->term[i].factor)) {
		return false;
	}
	if (s->term[i].factor == 0)
		s->term[i] = s->term[--s->n];
	return true;
}

/* s += sign * a */
static bool add(struct sum *s, const struct sum *a, int64_t sign)
{
	for (uint32_t i = 0; i < a->n; i++) {
		struct term t = a->term[i];
		if (__builtin_mul_overflow(t.factor, sign, &t.factor) || !add_term(s, &t))
			return false;
	}
	return true;
}

/* The product of two terms, its variables ordered. */
static bool multiply(const struct term *a, const struct term *b, struct term *t)
{
	*t = *a;
	if (a->n + b->n > MAX_FACTORS || __builtin_mul_overflow(a->factor, b->factor, &t->factor))
		return false;
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t k = t->n++;
		for (; k > 0 && t->x[k - 1]->id > b->x[i]->id; k--)
			t->x[k] = t->x[k - 1];
		t->x[k] = b->x[i];
	}
	return true;
}

static bool add_products(struct sum *s, const struct sum *a, const struct sum *b)
{
	struct term t;
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < b->n; k++)
			if (!multiply(&a->term[i], &b->term[k], &t) || !add_term(s, &t))
				return false;
	return true;
}

/* What a name of the body stands for, or NULL. */
static const struct tir_expr *value_of(const struct again *c, const struct tir_var *var)
{
	const struct tir_stmt *t = c->loop->body.first;
	while (t && tir_var_of(t) != var)
		t = t->next;
	return t && t->kind == TIR_BIND ? t->value.e : NULL;
}

/* s += e */
static bool add_expr(struct again *c, struct sum *s, const struct tir_expr *e, unsigned depth)
{
	struct sum a, b;
	if (depth == 0 || e->type.code != TIR_TYPE_INT || e->type.bits < 32 || e->type.lanes != 1 ||
	        ++c->nodes > MAX_NODES)
		return false;
	a.n = b.n = 0; /* to clear all of the terms would cost more than all else */
	if (e->op == TIR_INT_IMM)
		return e->u.i == 0 || add_term(s, &(struct term){.factor = e->u.i});
	const struct tir_expr *value = e->op == TIR_VAR ? value_of(c, e->u.var) : NULL;
	if (value)
		return add_expr(c, s, value, depth - 1);
	if (e->op == TIR_VAR)
		return add_term(s, &(struct term){1, 1, {e}});
	if (e->op != TIR_ADD && e->op != TIR_SUB && e->op != TIR_MUL)
		return false;
	if (!add_expr(c, &a, e->arg[0], depth - 1) || !add_expr(c, &b, e->arg[1], depth - 1))
		return false;
	if (e->op == TIR_MUL)
		return add_products(s, &a, &b);
	return add(s, &a, 1) && add(s, &b, e->op == TIR_SUB ? -1 : 1);
}

/* *by: what one iteration adds to the sum.  False: it is not known, or a mere number. */
static bool growth(const struct again *c, const struct sum *s, struct sum *by)
{
	bool varies = false;
	by->n = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		struct term t = {.factor = s->term[i].factor};
		for (uint32_t k = 0; k < s->term[i].n; k++)
			if (s->term[i].x[k] != c->loop->var->expr)
				t.x[t.n++] = s->term[i].x[k];
		if (t.n == s->term[i].n)
			continue;
		if (t.n + 1 != s->term[i].n || !add_term(by, &t))
			return false;
		varies |= t.n > 0;
	}
	return varies;
}

/* ---- Loads -------------------------------------------------------------------------------*/
/* *s: the number of the load's element in its buffer.  False: it is no such sum. */
static bool index_of(struct again *c, const struct tir_expr *load, struct sum *s)
{
	const struct tir_buffer *b = load->u.buffer;
	s->n = 0;
	if (load->n != b->ndim || (b->strides && load->n > 1))
		return false;
	for (uint32_t i = 0; i < load->n; i++) {
		struct sum rows = *s, size;
		size.n = s->n = 0;
		if (rows.n && (!b->shape[i] || !add_expr(c, &size, b->shape[i], MAX_DEPTH) ||
		                      !add_products(s, &rows, &size)))
			return false;
		if (!add_expr(c, s, load->arg[i], MAX_DEPTH))
			return false;
	}
	return true;
}

/* Note a load; false: there is more than is understood. */
static bool add_node(void *ctx, const struct tir_expr *e)
{
	struct again *c = ctx;
	if (++c->nodes > MAX_NODES || e->op == TIR_CALL || e->op == TIR_LET || tir_is_lazy(e))
		return false;
	if (e->op != TIR_LOAD)
		return true;
	for (uint32_t i = 0; i < c->n; i++)
		if (c->at[i].e == e)
			return true;
	if (c->n == MAX_LOADS)
		return false;
	c->at[c->n].e = e;
	c->n += index_of(c, e, &c->at[c->n].index);
	return true;
}

static bool add_body(struct again *c)
{
	uint32_t n = 0;
	for (const struct tir_stmt *t = c->loop->body.first; t; t = t->next) {
		if (++n > MAX_STMTS || (t->kind != TIR_BIND && t->kind != TIR_STORE) ||
		        !tir_walk_expr(t->value.e, &c->scratch, add_node, c))
			return false;
		for (uint32_t i = 0; i < t->nindex; i++)
			if (!tir_walk_expr(t->index[i].e, &c->scratch, add_node, c))
				return false;
	}
	return true;
}

/* May a store of the loop touch what the load reads? */
static bool is_written(const struct again *c, const struct tir_expr *load)
{
	const struct tir_buffer *root = load->u.buffer->root;
	bool written = !c->l->f->noalias || !root;
	for (const struct tir_stmt *t = c->loop->body.first; t && !written; t = t->next)
		written = t->kind == TIR_STORE && (!t->buffer->root || t->buffer->root == root);
	return written;
}

/* Is there a load that finds in the next iteration what this one finds now? */
static bool is_shared(const struct again *c, const struct load *q)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const struct load *p = &c->at[i];
		struct sum d;
		if (p != q && p->e->u.buffer == q->e->u.buffer && growth(c, &p->index, &d) &&
		        add(&d, &p->index, 1) && add(&d, &q->index, -1) && d.n == 0)
			return true;
	}
	return false;
}

/* How many copies pay for loads of that type. */
static unsigned copies_of(struct tir_type t)
{
	return tir_is_int(t) || tir_is_float(t) ? target_copies(target_type_of(t)) : 0;
}

unsigned lower_copies(struct lower *l, const struct tir_stmt *s)
{
	struct again c;
	uint32_t shared = 0;
	unsigned copies = target_copies(TARGET_WORDS);
	bool plain = s->kind == TIR_FOR && s->for_kind == TIR_SERIAL && !s->more->step.e &&
	             s->extent.e->op != TIR_INT_IMM;
	c.l = l;
	c.loop = s;
	c.scratch = (struct arena){.oom = l->arena->oom};
	c.nodes = c.n = 0;
	bool known = plain && add_body(&c);
	for (uint32_t i = 0; known && i < c.n; i++) {
		const struct tir_expr *e = c.at[i].e;
		if (is_written(&c, e) || !is_shared(&c, &c.at[i]))
			continue;
		shared++;
		copies = copies < copies_of(e->type) ? copies : copies_of(e->type);
	}
	arena_free(&c.scratch);
	return shared >= SHARED ? copies : 0;
}
