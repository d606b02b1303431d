/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/hints/interleave.c: interleave the iterations of loops that load again what an earlier one loaded, a row further on.
 *
 * Idea.   In `A[i * y + x] + A[(i + 1) * y + x] + ...` the next iteration loads all rows but one
 *         again.  LLVM keeps such elements from one iteration to the next only where a row's length is
 *         a constant; but interleaved iterations share them.  It interleaves as many as
 *         its bound on the new body's size allows, counted before anything is shared: the fewer the
 *         more there is to share.  Here it is told how many.
 *         Load q reads what load p does one iteration on if p's byte with i + 1 for i is the same sum.
 * Keeps   what the program does: this is a hint.  Loops that store where they may load are left
 *         alone, for a store between two loads of one element keeps them apart.
 * Costs   MAX_NODES steps, and MAX_LOADS squared sums a loop. */
#include "lowering/hexagon/internal.h"

enum {
	SHARED = 3, /* loads of an iteration that the next one has again: fewer are not worth it */
	MOST_SHARING = 4,
	MAX_STMTS = 32,
	MAX_LOADS = 32,
	MAX_NODES = 1024, /* of a loop, in all walks: terms that are shared are met once a path */
};

struct again {
	struct lower *l;
	const struct tir_stmt *loop;
	struct arena scratch;
	uint32_t nodes, n;
	struct load {
		struct access access;
		struct affine_sum at, by; /* its byte; what the next iteration adds to that */
		bool moves;               /* by what is no mere number */
	} at[MAX_LOADS];
};

/* ---- Loads -------------------------------------------------------------------------------*/
/* Note where the load lies if that is a sum whose growth is known, and no mere number. */
static void add_load(struct again *c, const struct tir_expr *e)
{
	struct load *p = &c->at[c->n];
	int64_t lanes, stride, width;
	p->access = access_of_load(e, NULL, FACTS_NO_LOOP);
	if (!access_bytes(c->l->hexagon->facts, &p->access, &p->at, &lanes, &stride, &width) ||
	        lanes != 1)
		return;
	p->moves = affine_growth(c->l->hexagon->facts, &p->at, c->loop, &p->by) && p->by.n > 0;
	c->n++;
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
		if (c->at[i].access.load == e)
			return true;
	if (c->n == MAX_LOADS)
		return false;
	add_load(c, e);
	return true;
}

static bool add_body(struct again *c)
{
	uint32_t n = 0;
	for (const struct tir_stmt *t = tir_body(c->loop)->first; t; t = t->next) {
		if (++n > MAX_STMTS || (t->kind != TIR_BIND && t->kind != TIR_STORE) ||
		        !tir_walk_expr(tir_value_of(t), &c->scratch, add_node, c))
			return false;
		for (uint32_t i = 0; i < t->nindex; i++)
			if (!tir_walk_expr(tir_as_store(t)->index[i].e, &c->scratch, add_node, c))
				return false;
	}
	return true;
}

/* May a store of the loop touch what the load reads? */
static bool is_written(const struct again *c, const struct tir_expr *load)
{
	bool written = false;
	for (const struct tir_stmt *t = tir_body(c->loop)->first; t && !written; t = t->next)
		written = t->kind == TIR_STORE &&
		          alias_may(c->l->hexagon->facts, tir_as_store(t)->buffer, load->u.buffer);
	return written;
}

/* Is there a load that finds in the next iteration what this one finds now? */
static bool is_shared(const struct again *c, const struct load *q)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const struct load *p = &c->at[i];
		struct affine_sum d = p->by;
		if (p != q && p->moves && p->access.buffer == q->access.buffer &&
		        affine_add_sum(&d, &p->at, 1) && affine_add_sum(&d, &q->at, -1) &&
		        d.n == 0 && d.constant == 0)
			return true;
	}
	return false;
}

/* How many copies pay for loads of that type. */
static unsigned copies_of(struct tir_type t)
{
	return tir_is_int(t) || tir_is_float(t) ? target_copies(target_type_of(t)) : 0;
}

/* ---- Iterations that share `y // 2` -------------------------------------------------------*/
struct quotient {
	const struct tir_expr *var;
	uint32_t nodes;
	int64_t by; /* of the variable, the greatest; 0: none */
};

static bool find_quotient(void *ctx, const struct tir_expr *e)
{
	struct quotient *q = ctx;
	bool found = e->op == TIR_FLOORDIV && e->arg[0] == q->var && e->arg[1]->op == TIR_INT_IMM;
	if (found && e->arg[1]->u.i > q->by && e->arg[1]->u.i <= MOST_SHARING)
		q->by = e->arg[1]->u.i;
	return ++q->nodes <= MAX_NODES;
}

/* How many iterations of a loop of vectors have the same quotient of its variable, and so load the same; 0: it is no such
 * loop, or its last iterations are fewer. */
static unsigned sharing(struct lower *l, const struct tir_stmt *s)
{
	const struct tir_for *f = tir_as_for(s);
	struct arena scratch = arena_scratch(l->arena);
	struct quotient q = {.var = f->var->expr};
	bool known = target_has_hvx(l->hvx) && s->for_kind == TIR_SERIAL && !f->more->step.e &&
	             f->extent.e->op == TIR_INT_IMM && f->min.e->op == TIR_INT_IMM;
	for (const struct tir_stmt *t = tir_body(s)->first; t && known; t = t->next)
		known = (t->kind == TIR_BIND || t->kind == TIR_STORE) &&
		        tir_type_bytes(tir_value_of(t)->type) >= TARGET_HVX_BYTES &&
		        tir_walk_expr(tir_value_of(t), &scratch, find_quotient, &q);
	arena_free(&scratch);
	return known && q.by > 1 && f->extent.e->u.i % q.by == 0 && f->min.e->u.i % q.by == 0
	               ? (unsigned)q.by
	               : 0;
}

unsigned lower_copies(struct lower *l, const struct tir_stmt *s)
{
	struct again c;
	unsigned same = s->kind == TIR_FOR ? sharing(l, s) : 0;
	if (same)
		return same;
	uint32_t shared = 0;
	unsigned copies = target_copies(TARGET_WORDS);
	bool plain = s->kind == TIR_FOR && s->for_kind == TIR_SERIAL &&
	             !tir_as_for(s)->more->step.e && tir_as_for(s)->extent.e->op != TIR_INT_IMM;
	c.l = l;
	c.loop = s;
	c.scratch = arena_scratch(l->arena);
	c.nodes = c.n = 0;
	bool known = plain && add_body(&c);
	for (uint32_t i = 0; known && i < c.n; i++) {
		const struct tir_expr *e = c.at[i].access.load;
		if (is_written(&c, e) || !is_shared(&c, &c.at[i]))
			continue;
		shared++;
		copies = copies < copies_of(e->type) ? copies : copies_of(e->type);
	}
	arena_free(&c.scratch);
	return shared >= SHARED ? copies : 0;
}
