/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/stmt.c: random statements of the plain kinds. */
#include "make.h"

struct stmt *make_stmt(struct make *g, struct stmts *to, enum stmt_kind kind)
{
	struct stmt *s = ARENA_NEW(g->a, struct stmt);
	s->kind = kind;
	if (to->last)
		to->last->next = s;
	else
		to->first = s;
	to->last = s;
	g->budget--;
	return s;
}

static void add(struct stmts *to, struct stmt *s)
{
	if (to->last)
		to->last->next = s;
	else
		to->first = s;
	to->last = s;
}

/* ---- Scopes -----------------------------------------------------------------------------*/
struct scope make_enter(struct make *g)
{
	struct scope s = {g->npool, g->nvars, g->nbuffers, g->pool_base, g->var_base, g->depth,
	        g->in_loop, g->no_jump};
	g->depth++;
	return s;
}

void make_leave(struct make *g, const struct scope *s)
{
	g->npool = s->npool;
	g->nvars = s->nvars;
	g->nbuffers = s->nbuffers;
	g->pool_base = s->pool_base;
	g->var_base = s->var_base;
	g->depth = s->depth;
	g->in_loop = s->in_loop;
	g->no_jump = s->no_jump;
}

void make_hide(struct make *g)
{
	g->pool_base = g->npool;
	g->var_base = g->nvars;
}

static void see(struct make *g, struct expr *v)
{
	if (g->nvars < MAX_VARS)
		g->var[g->nvars++] = v;
}

/* ---- Stores -----------------------------------------------------------------------------*/
/* An element of its own for each iteration of the parallel loop around. */
static void own_element(struct make *g, struct expr **index)
{
	int64_t each = g->target->size / (g->own->hi + 1);
	struct expr *start = make_binary(g, N_MUL, g->own, make_const(g, RT_I32, each, 1));
	index[0] = make_binary(g, N_ADD, start, make_const(g, RT_I32, below(g, (uint32_t)each), 1));
}

struct stmt *make_store(struct make *g, struct stmts *to, struct expr *e)
{
	struct buffer *b = g->own ? g->target : NULL;
	for (int i = 0; e && !b && i < 4; i++)
		b = make_readable(g, e->ty);
	if (!b)
		b = make_readable(g, NRTYPES);
	struct stmt *s = make_stmt(g, to, S_STORE);
	s->buffer = b;
	if (g->own)
		own_element(g, s->index);
	else
		make_indices(g, b, s->index);
	if (!e)
		e = make_term(g, b->ty, chance(g, 60) ? 2 : 3);
	else if (e->ty != b->ty)
		e = b->ty == RT_BOOL ? make_binary(g, N_EQ, e, e) : make_cast(g, b->ty, e);
	s->value = make_fit(g, b, e);
	s->flat = make_flat(g, b, s->index);
	if (!g->own && chance(g, 35)) /* to be read again soon */
		make_remember(g, make_load(g, b, s->index));
	return s;
}

static void store(struct make *g, struct stmts *to)
{
	make_store(g, to, NULL);
}

static void vector_store(struct make *g, struct stmts *to)
{
	struct stmt *s = make_vector_store(g);
	if (!s) {
		store(g, to);
		return;
	}
	add(to, s);
	g->budget--;
}

static void bind(struct make *g, struct stmts *to)
{
	const enum rtype types[] = {RT_I32, RT_I32, g->main, g->other, g->real};
	enum rtype ty = types[below(g, may(g, FEATURE_FLOAT) ? 5 : 4)];
	struct expr *e = make_term(g, ty, 2);
	if (e->op == N_CONST)
		e = make_binary(g, N_ADD, e, make_leaf(g, ty));
	struct stmt *s = make_stmt(g, to, S_BIND);
	s->name = make_name(g, "v");
	s->value = e;
	struct expr *v = make_var(g, s->name, ty, 0, -1);
	v->wild = e->wild;
	v->lo = e->lo;
	v->hi = e->hi;
	see(g, v);
	uses(g, FEATURE_LET);
}

static void evaluate(struct make *g, struct stmts *to)
{
	struct buffer *c = g->p->param[0];
	if (g->own) {
		store(g, to);
		return;
	}
	struct expr *data = make_node(g, N_DATA, RT_I32, 1, 0);
	struct expr *k = make_term(g, RT_I32, 1),
	            *v = make_within(g, make_term(g, RT_I32, 1), 0, 100);
	data->buffer = c;
	uint32_t kind = below(g, 4);
	struct expr *e = make_node(g, N_CALL, RT_I32, 1,
	        kind == 3   ? 1
	        : kind == 2 ? 3
	        : kind == 1 ? 2
	                    : 1,
	        kind == 3 ? k : data, k, v);
	static const char *const names[] = {
	        "Module.bump(", "Module.peek(", "Module.poke(", "Module.half("};
	e->u.name = names[kind];
	uses(g, FEATURE_CALL);
	if (kind == 2)
		make_stmt(g, to, S_EVALUATE)->value = e;
	else
		make_store(g, to, make_within(g, e, 0, 127));
}

/* ---- Control ----------------------------------------------------------------------------*/
static void if_else(struct make *g, struct stmts *to)
{
	struct expr *c = make_condition(g, 1);
	struct stmt *s = make_stmt(g, to, S_IF);
	s->value = c;
	struct scope outer = make_enter(g);
	make_block_of(g, &s->body, 1 + (int)below(g, 2));
	make_leave(g, &outer);
	if (chance(g, 40)) {
		make_enter(g);
		make_block_of(g, &s->other, 1);
		make_leave(g, &outer);
	}
}

struct stmt *make_for(struct make *g, struct stmts *to, struct expr **var, int64_t lo,
        int64_t extent)
{
	struct stmt *s = make_stmt(g, to, S_FOR);
	s->name = make_name(g, "i");
	s->low = make_const(g, RT_I32, lo, 1);
	s->high = make_const(g, RT_I32, lo + extent, 1);
	s->step = 1;
	*var = make_var(g, s->name, RT_I32, lo, extent > 0 ? lo + extent - 1 : lo);
	see(g, *var);
	return s;
}

/* An extent that only the caller knows: n, or what depends on the loop around. */
static void vary(struct make *g, struct stmt *s, struct expr *v)
{
	struct expr *n = g->var[0];
	if (chance(g, 30) && g->nvars >= g->var_base + 2) {
		struct expr *around = g->var[g->nvars - 2];
		if (around->ty == RT_I32 && !around->wild && around->lo >= 0 && around->hi < 40)
			n = around;
	}
	s->high = chance(g, 50) ? n
	                        : make_binary(g, N_ADD, n, make_const(g, RT_I32, below(g, 3), 1));
	s->loop = LOOP_SERIAL;
	if (s->low->lo > 0)
		s->low = make_const(g, RT_I32, 0, 1);
	v->lo = 0;
	v->hi = s->high->hi > 0 ? s->high->hi - 1 : 0;
}

static void loop(struct make *g, struct stmts *to)
{
	static const int64_t extents[] = {1, 2, 3, 4, 4, 5, 7, 8, 8, 0};
	static const enum loop_kind kinds[] = {
	        LOOP_SERIAL, LOOP_SERIAL, LOOP_SERIAL, LOOP_UNROLLED, LOOP_VECTORIZED};
	bool rows = g->depth < 2 && may(g, FEATURE_LONG) && chance(g, 40);
	int64_t extent = rows ? 32 + below(g, 169) : extents[below(g, 10)];
	struct scope outer = make_enter(g);
	struct expr *v;
	struct stmt *s = make_for(g, to, &v, chance(g, 80) ? 0 : 1 + below(g, 3), extent);
	s->loop = kinds[below(g, rows ? 3 : 5)];
	if (s->loop == LOOP_VECTORIZED && overlaps(g)) /* it promises that parameters do not */
		s->loop = LOOP_SERIAL;
	if (rows)
		uses(g, FEATURE_LONG);
	else if (chance(g, 30))
		vary(g, s, v);
	else if (chance(g, 8) && s->loop == LOOP_SERIAL)
		s->step = 2;
	g->in_loop = true;
	if (s->loop != LOOP_SERIAL)
		g->no_jump = true;
	make_block_of(g, &s->body, 1 + (int)below(g, 3));
	make_leave(g, &outer);
	uses(g, FEATURE_LOOPS);
}

/* A parallel loop, whose iterations write only what is their own and read nothing that others write. */
static void parallel(struct make *g, struct stmts *to)
{
	struct scope outer = make_enter(g);
	if (g->own || overlaps(g)) {
		make_leave(g, &outer);
		store(g, to);
		return;
	}
	make_hide(g);
	struct expr *v;
	struct stmt *s = make_for(g, to, &v, 0, 4);
	s->loop = LOOP_PARALLEL;
	for (uint32_t i = outer.var_base; i < outer.nvars;
	        i++) /* what is named before was computed before */
		see(g, g->var[i]);
	g->own = v;
	g->target = g->p->param[g->p->nparams - 1];
	g->in_loop = false;
	g->no_jump = true;
	make_block_of(g, &s->body, 2);
	g->own = NULL;
	make_leave(g, &outer);
	uses(g, FEATURE_PARALLEL);
}

static void while_(struct make *g, struct stmts *to)
{
	int64_t turns = 1 + below(g, 4);
	struct stmt *c = make_stmt(g, to, S_SCALAR);
	c->name = make_name(g, "c");
	c->value = make_const(g, RT_I32, 0, 1);
	struct expr *count = make_var(g, c->name, RT_I32, 0, turns);
	struct stmt *s = make_stmt(g, to, S_WHILE);
	s->value = make_binary(g, N_LT, count, make_const(g, RT_I32, turns, 1));
	if (chance(g, 60))
		s->value = make_binary(g, N_AND, s->value, make_condition(g, 1));
	struct scope outer = make_enter(g);
	struct stmt *step = make_stmt(g, &s->body, S_SET);
	step->name = c->name;
	step->value = make_binary(g, N_ADD, count, make_const(g, RT_I32, 1, 1));
	see(g, count);
	g->in_loop = true;
	make_block_of(g, &s->body, 1 + (int)below(g, 3));
	make_leave(g, &outer);
	uses(g, FEATURE_WHILE);
}

static void jump(struct make *g, struct stmts *to)
{
	if (g->no_jump || g->own || (!g->in_loop && g->depth == 0 && chance(g, 70))) {
		store(g, to);
		return;
	}
	struct stmt *s = make_stmt(g, to, S_IF);
	s->value = make_condition(g, 1);
	uint32_t kind = g->in_loop ? below(g, 5) : 4;
	struct stmt *j = make_stmt(g, &s->body,
	        kind < 2   ? S_BREAK
	        : kind < 4 ? S_CONTINUE
	                   : S_RETURN);
	j->value = make_const(g, RT_I32, below(g, 100), 1);
	uses(g, FEATURE_JUMP);
}

static void assertion(struct make *g, struct stmts *to)
{
	struct stmt *s = make_stmt(g, to, S_ASSERT);
	s->value = make_binary(g, N_GE, g->var[0], make_const(g, RT_I32, 0, 1));
	s->tag = chance(g, 50) ? "T.evaluate(T.assume(" : "assert ";
}

/* ---- What follows what ------------------------------------------------------------------*/
struct kind {
	unsigned weight;
	enum feature needs; /* NFEATURES: none */
	unsigned depth;     /* at most */
	void (*make)(struct make *g, struct stmts *to);
};
static const struct kind kinds[] = {
        {30, NFEATURES, 9, store},
        {25, FEATURE_VECTOR, 9, vector_store},
        {10, FEATURE_LET, 9, bind},
        {10, NFEATURES, 3, if_else},
        {24, FEATURE_LOOPS, 2, loop},
        {12, FEATURE_PARALLEL, 1, parallel},
        {12, FEATURE_LAUNCH, 0, make_launch},
        {14, FEATURE_WHILE, 2, while_},
        {14, FEATURE_JUMP, 3, jump},
        {12, FEATURE_CALL, 3, evaluate},
        {14, FEATURE_GUARD, 3, make_guarded},
        {12, FEATURE_REDUCE, 1, make_reduction},
        {30, FEATURE_BLOCK, 1, make_stir},
        {10, FEATURE_VIEW, 2, make_view},
        {8, FEATURE_WIDTH, 2, make_view},
        {10, FEATURE_ALLOC, 2, make_alloc},
        {1, NFEATURES, 1, assertion},
};
enum { NKINDS = sizeof kinds / sizeof *kinds };

static bool is_possible(const struct make *g, const struct kind *k)
{
	return (k->needs == NFEATURES || may(g, k->needs)) && g->depth <= k->depth;
}

static void any_stmt(struct make *g, struct stmts *to)
{
	unsigned sum = 0;
	for (int i = 0; i < NKINDS; i++)
		sum += is_possible(g, &kinds[i]) ? kinds[i].weight : 0;
	unsigned at = below(g, sum);
	for (int i = 0; i < NKINDS; i++) {
		if (!is_possible(g, &kinds[i]))
			continue;
		if (at < kinds[i].weight) {
			kinds[i].make(g, to);
			return;
		}
		at -= kinds[i].weight;
	}
}

void make_block_of(struct make *g, struct stmts *to, int n)
{
	do {
		if (g->budget > 0)
			any_stmt(g, to);
		else
			make_store(g, to, NULL);
	} while (--n > 0 && g->budget > 0);
}
