/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/term.c: random expressions.  Terms are kept and used again, as they are or written in another way: so
 * there is much to share, and much to get wrong. */
#include <math.h>

#include "make.h"

enum { MAX_TERM = 24 }; /* nodes of what is used again: else terms grow without end */

void make_remember(struct make *g, struct expr *e)
{
	if (g->npool < MAX_POOL && e->op != N_CONST && e->op != N_VAR && e->size <= MAX_TERM)
		g->pool[g->npool++] = e;
}

static struct expr *from_pool(struct make *g, enum rtype ty)
{
	uint32_t n = g->npool - g->pool_base;
	for (int i = 0; n && i < 6; i++) {
		uint32_t back = below(g, n < 16 ? n : 16);
		struct expr *e = g->pool[g->npool - 1 - back];
		if (e->ty == ty && e->lanes == 1)
			return chance(g, 35) ? make_variant(g, e) : e;
	}
	return NULL;
}

/* ---- Leaves -----------------------------------------------------------------------------*/
static struct expr *constant(struct make *g, enum rtype ty)
{
	static const double some[] = {
	        0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1e30, 1e-40, INFINITY, NAN, -2.5};
	static const int64_t few[] = {0, 1, 2, 3, 4, 5, 7, 8, 10, 16, 31, 63};
	if (ty == RT_BOOL)
		return make_const(g, ty, below(g, 2), 1);
	if (ty == RT_F16)
		return make_double(g, ty, some[below(g, 6)], 1);
	if (is_float(ty))
		return make_double(g, ty, some[below(g, 11)], 1);
	int64_t v = few[below(g, 12)];
	if (random_types[ty].kind == 's' && chance(g, 20))
		v = -v;
	if (!is_bounded(ty) && chance(g, 12))
		v = (INT64_C(1) << (random_types[ty].bits > 40 ? 40 : random_types[ty].bits - 1)) -
		    1;
	return make_const(g, ty, v, 1);
}

static struct expr *variable(struct make *g, enum rtype ty)
{
	uint32_t n = g->nvars - g->var_base;
	for (int i = 0; n && i < 8; i++) {
		struct expr *v = g->var[g->var_base + below(g, n)];
		if (v->ty == ty)
			return v;
	}
	return NULL;
}

struct buffer *make_readable(struct make *g, enum rtype ty)
{
	for (int i = 0; i < 8; i++) {
		struct buffer *b = g->buffer[below(g, g->nbuffers)];
		bool shared = g->own && b->root == g->target->root;
		if ((ty == NRTYPES || b->ty == ty) && !shared)
			return b;
	}
	return NULL;
}

static struct expr *load(struct make *g, enum rtype ty)
{
	struct buffer *b = make_readable(g, ty);
	if (!b)
		return NULL;
	struct expr *index[RANDOM_RANK];
	make_indices(g, b, index);
	struct expr *e = make_load(g, b, index);
	if (chance(g, 60))
		make_remember(g, e);
	return e;
}

struct expr *make_leaf(struct make *g, enum rtype ty)
{
	struct expr *e = chance(g, 45) ? variable(g, ty) : NULL;
	if (!e && chance(g, 75))
		e = load(g, ty);
	if (!e && chance(g, 60))
		e = variable(g, ty);
	return e ? e : constant(g, ty);
}

/* ---- Indices ----------------------------------------------------------------------------*/
/* A sum of a loop's variable and a constant, or of two variables, that stays in [0, n); or NULL. */
static struct expr *affine(struct make *g, int64_t n)
{
	struct expr *v = variable(g, RT_I32);
	if (!v || v->lo < 0 || v->hi >= n)
		return NULL;
	struct expr *w = variable(g, RT_I32);
	if (w && w != v && w->lo >= 0 && w->hi > 0 && v->hi > 0 && chance(g, 50)) {
		int64_t times = (n - 1 - w->hi) / v->hi;
		if (times >= 1) {
			struct expr *c = make_const(g, RT_I32,
			        1 + below(g, (uint32_t)(times > 16 ? 16 : times)), 1);
			v = make_binary(g, N_ADD, make_binary(g, N_MUL, v, c), w);
		}
	}
	int64_t room = n - 1 - v->hi;
	if (room > 0 && chance(g, 50)) {
		struct expr *c = make_const(g, RT_I32,
		        1 + below(g, (uint32_t)(room > 4 ? 4 : room)), 1);
		v = chance(g, 80) ? make_binary(g, N_ADD, v, c) : make_binary(g, N_ADD, c, v);
	}
	if (chance(g, 6))
		v = make_binary(g, N_SUB, make_const(g, RT_I32, n - 1, 1), v);
	return v;
}

struct expr *make_index(struct make *g, int64_t n)
{
	if (n == 1 || chance(g, 12))
		return make_const(g, RT_I32, below(g, (uint32_t)n), 1);
	struct expr *e = chance(g, 65) ? affine(g, n) : NULL;
	if (!e) {
		e = make_term(g,
		        chance(g, 85)        ? RT_I32
		        : g->other == RT_I64 ? RT_I64
		                             : RT_I32,
		        chance(g, 70) ? 0 : 1);
		if (chance(g, 30))
			e = make_binary(g, N_ADD, e, make_const(g, e->ty, 1 + below(g, 3), 1));
		e = make_within(g, e, 0, n - 1);
	}
	if (e->op != N_CONST && chance(g, 40))
		make_remember(g, e);
	return e;
}

void make_indices(struct make *g, const struct buffer *b, struct expr **index)
{
	for (uint32_t i = 0; i < b->ndim; i++)
		index[i] = make_index(g, b->shape[i]);
}

/* ---- Terms ------------------------------------------------------------------------------*/
struct expr *make_condition(struct make *g, int depth)
{
	const enum rtype types[] = {RT_I32, RT_I32, g->main, g->other, g->real};
	enum rtype ty = types[below(g, may(g, FEATURE_FLOAT) ? 5 : 4)];
	struct expr *a = make_term(g, ty, depth), *b = make_leaf(g, ty);
	struct expr *c = make_binary(g, N_LT + below(g, 6), a, b);
	switch (below(g, 12)) {
	case 0: return make_binary(g, N_AND, c, make_condition(g, 0));
	case 1: return make_binary(g, N_OR, c, make_condition(g, 0));
	case 2: return make_node(g, N_NOT, RT_BOOL, 1, 1, c);
	case 3: return make_node(g, N_LIKELY, RT_BOOL, 1, 1, c);
	case 4: {
		struct expr *e = may(g, FEATURE_BOOL) ? load(g, RT_BOOL) : NULL;
		return e ? e : c;
	}
	default: return c;
	}
}

/* A divisor that is never zero and never -1. */
static struct expr *divisor(struct make *g, enum rtype ty)
{
	static const int64_t some[] = {1, 2, 3, 4, 5, 7, 8, 16, 100};
	if (chance(g, 60)) {
		int64_t v = some[below(g, 9)];
		bool negative = random_types[ty].kind == 's' && v > 1 && chance(g, 15);
		return make_const(g, ty, negative ? -v : v, 1);
	}
	struct expr *e = make_within(g, make_leaf(g, ty), 0, 15);
	return make_binary(g, N_ADD, e, make_const(g, ty, 1, 1));
}

static struct expr *choice(struct make *g, struct expr *a, struct expr *b)
{
	struct expr *c = make_condition(g, 0);
	struct expr *e = make_node(g, chance(g, 60) ? N_CHOICE : N_SELECT, a->ty, 1, 3, c, a, b);
	e->wild = a->wild || b->wild;
	e->lo = a->lo < b->lo ? a->lo : b->lo;
	e->hi = a->hi > b->hi ? a->hi : b->hi;
	return e;
}

/* A name for a inside of an expression. */
static struct expr *let(struct make *g, struct expr *a, struct expr *b)
{
	struct expr *v = make_var(g, NULL, a->ty, 0, -1);
	v->wild = a->wild;
	v->lo = a->lo;
	v->hi = a->hi;
	uses(g, FEATURE_LET);
	struct expr *body = make_binary(g, N_ADD, make_binary(g, N_MUL, v, b), v);
	struct expr *e = make_node(g, N_LET, body->ty, 1, 3, v, a, body);
	e->wild = body->wild;
	e->lo = body->lo;
	e->hi = body->hi;
	return e;
}

static struct expr *integer(struct make *g, struct expr *a, struct expr *b, int depth)
{
	static const enum node plain[] = {N_ADD, N_ADD, N_ADD, N_MUL, N_MUL, N_SUB, N_SUB, N_MIN,
	        N_MAX, N_AND_BITS, N_OR_BITS, N_XOR_BITS};
	static const enum node divisions[] = {
	        N_FLOORDIV, N_FLOORMOD, N_FLOORDIV, N_FLOORMOD, N_TRUNCDIV, N_TRUNCMOD};
	enum rtype ty = a->ty;
	uint32_t kind = below(g, 100);
	if (kind < 62)
		return make_binary(g, plain[below(g, 12)], a, b);
	if (kind < 78)
		return make_binary(g, divisions[below(g, 6)], a, divisor(g, ty));
	if (kind < 84 && a->op != N_CONST)
		return make_binary(g, chance(g, 50) ? N_SHL : N_SHR, a,
		        make_const(g, ty, 1 + below(g, 4), 1));
	if (kind < 90)
		return choice(g, a, b);
	if (kind < 93 && may(g, FEATURE_LET))
		return let(g, a, b);
	if (kind < 95)
		return make_not(g, a);
	const enum rtype types[] = {RT_I32, g->main, g->other, g->real};
	enum rtype from = types[below(g, may(g, FEATURE_FLOAT) ? 4 : 3)];
	return make_cast(g, ty, make_term(g, from, depth - 1));
}

static struct expr *call(struct make *g, const char *name, struct expr *a)
{
	struct expr *e = make_node(g, N_INTRINSIC, a->ty, a->lanes, 1, a);
	e->u.name = name;
	return e;
}

/* A function of the C library whose result is exact. */
static struct expr *external(struct make *g, struct expr *a)
{
	static const char *const names[] = {"fabs", "floor", "ceil", "trunc", "sqrt"};
	const char *suffix = a->ty == RT_F32 ? "f" : "";
	struct expr *e = make_node(g, N_CALL, a->ty, 1, 1, a);
	e->u.name = arena_printf(g->a, "%s(\"%s\", \"%s%s\"",
	        chance(g, 70) ? "T.call_pure_extern" : "T.call_extern", random_types[a->ty].text,
	        names[below(g, 5)], suffix);
	uses(g, FEATURE_EXTERN);
	return e;
}

static struct expr *real(struct make *g, struct expr *a, struct expr *b, int depth)
{
	static const char *const names[] = {"T.sqrt", "T.floor", "T.ceil", "T.trunc", "T.fabs"};
	static const enum node plain[] = {N_ADD, N_ADD, N_MUL, N_MUL, N_SUB, N_MIN, N_MAX, N_FDIV};
	uint32_t kind = below(g, 100);
	if (kind < 68)
		return make_binary(g, plain[below(g, 8)], a, b);
	if (kind < 78)
		return a->ty == RT_F16 ? a : call(g, names[below(g, 5)], a);
	if (kind < 86)
		return choice(g, a, b);
	if (kind < 92 && may(g, FEATURE_EXTERN) && a->ty != RT_F16)
		return external(g, a);
	return make_cast(g, a->ty, make_term(g, chance(g, 50) ? g->main : RT_I32, depth - 1));
}

struct expr *make_term(struct make *g, enum rtype ty, int depth)
{
	struct expr *e = chance(g, 35) ? from_pool(g, ty) : NULL;
	if (e)
		return e;
	if (depth <= 0 || chance(g, 15))
		return make_leaf(g, ty);
	if (ty == RT_BOOL)
		return make_condition(g, depth - 1);
	struct expr *a = make_term(g, ty, depth - 1), *b = make_term(g, ty, depth - 1);
	e = is_float(ty) ? real(g, a, b, depth) : integer(g, a, b, depth);
	if (chance(g, 50))
		make_remember(g, e);
	return e;
}

/* ---- The same value, computed in another way --------------------------------------------*/
static bool commutes(const struct expr *e)
{
	if (!is_int(e->arg[0]->ty))
		return e->op == N_ADD || e->op == N_MUL || e->op == N_EQ || e->op == N_NE;
	return e->op == N_ADD || e->op == N_MUL || (e->op >= N_MIN && e->op <= N_XOR_BITS) ||
	       e->op == N_EQ || e->op == N_NE;
}

/* The value stays, and so does what is known of it. */
static struct expr *rewritten(struct make *g, const struct expr *e, enum node op, struct expr *a,
        struct expr *b)
{
	struct expr *n = make_node(g, op, e->ty, e->lanes, 2, a, b);
	n->wild = e->wild;
	n->lo = e->lo;
	n->hi = e->hi;
	return n;
}

static bool is_small(const struct expr *e)
{
	return !e->wild && e->lo > -(1 << 20) && e->hi < 1 << 20;
}

struct expr *make_variant(struct make *g, struct expr *e)
{
	struct expr *a = e->arg[0], *b = e->arg[1];
	if (e->n != 2 || e->op == N_LOAD || e->op == N_RAMP || e->lanes > 1)
		return e;
	bool small = is_int(e->ty) && is_small(a) && is_small(b);
	switch (below(g, 4)) {
	case 0:
		if (small && e->op == N_ADD && a->op == N_ADD && is_small(a->arg[1]))
			return rewritten(g, e, N_ADD, a->arg[0],
			        make_binary(g, N_ADD, a->arg[1], b));
		break;
	case 1:
		if (small && e->op == N_MUL && (a->op == N_ADD || a->op == N_SUB) &&
		        is_small(a->arg[0]) && is_small(a->arg[1]) && b->hi < 256 && b->lo > -256)
			return rewritten(g, e, a->op, make_binary(g, N_MUL, a->arg[0], b),
			        make_binary(g, N_MUL, b, a->arg[1]));
		break;
	case 2:
		if (e->op == N_LT || e->op == N_LE || e->op == N_GT || e->op == N_GE)
			return rewritten(g, e, e->op < N_GT ? e->op + 2 : e->op - 2, b, a);
		break;
	default: break;
	}
	return commutes(e) ? rewritten(g, e, e->op, b, a) : e;
}
