/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/vector.c: vectors: contiguous, strided, gathered, under a mask. */
#include "make.h"

static unsigned some_lanes(struct make *g)
{
	static const unsigned some[] = {2, 3, 4, 4, 5, 7, 8, 8, 9, 13, 16, 32};
	return some[below(g, 12)];
}

/* A vector of indices of a dimension of n, by a ramp or gathered; NULL: there is no room. */
static struct expr *lanes_index(struct make *g, int64_t n, unsigned lanes, bool plain)
{
	static const int64_t strides[] = {1, 1, 1, 1, 2, 3, -1};
	int64_t stride = plain ? 1 : strides[below(g, 7)];
	int64_t reach = (stride < 0 ? -stride : stride) * (lanes - 1);
	if (!plain && may(g, FEATURE_GATHER) && chance(g, 25)) {
		uses(g, FEATURE_GATHER);
		return make_within(g, make_vector(g, RT_I32, lanes, 0), 0, n - 1);
	}
	if (reach >= n)
		return NULL;
	struct expr *base = make_index(g, n - reach);
	if (stride < 0)
		base = make_binary(g, N_ADD, base, make_const(g, base->ty, reach, 1));
	struct expr *e = make_node(g, N_RAMP, base->ty, lanes, 2, base,
	        make_const(g, base->ty, stride, 1));
	return e;
}

/* Indices of b whose last is a vector; false: there is no room. */
static bool vector_indices(struct make *g, const struct buffer *b, unsigned lanes, bool plain,
        struct expr **index)
{
	if (!b->ndim)
		return false;
	make_indices(g, b, index);
	struct expr *last = lanes_index(g, b->shape[b->ndim - 1], lanes, plain);
	index[b->ndim - 1] = last;
	return last != NULL;
}

/* Lanes below a number: all, some or none. */
static struct expr *mask_of(struct make *g, unsigned lanes)
{
	struct expr *ramp = make_node(g, N_RAMP, RT_I32, lanes, 2, make_const(g, RT_I32, 0, 1),
	        make_const(g, RT_I32, 1, 1));
	struct expr *end = make_leaf(g, RT_I32);
	if (chance(g, 40))
		end = make_const(g, RT_I32, below(g, lanes + 1), 1);
	return make_binary(g, chance(g, 80) ? N_LT : N_GE, ramp, make_broadcast(g, end, lanes));
}

/* The same index, of whose lanes only those under the mask need to be in bounds; sets the mask. */
static struct expr *tail_index(struct make *g, int64_t n, unsigned lanes, struct expr **mask)
{
	struct expr *base = make_index(g, n);
	struct expr *one = make_const(g, base->ty, 1, 1);
	struct expr *ramp = make_node(g, N_RAMP, base->ty, lanes, 2, base, one);
	*mask = make_binary(g, N_LT, ramp, make_const(g, base->ty, n, lanes));
	return ramp;
}

static struct expr *vector_load(struct make *g, enum rtype ty, unsigned lanes)
{
	struct buffer *b = make_readable(g, ty);
	struct expr *index[RANDOM_RANK];
	return b && vector_indices(g, b, lanes, false, index) ? make_load(g, b, index) : NULL;
}

/* T.Select(mask, what is read under it, something else). */
static struct expr *masked_load(struct make *g, enum rtype ty, unsigned lanes)
{
	struct buffer *b = make_readable(g, ty);
	struct expr *index[RANDOM_RANK], *mask = NULL;
	if (!b || !b->ndim || (is_bounded(ty) && !b->bounded))
		return NULL;
	make_indices(g, b, index);
	index[b->ndim - 1] = tail_index(g, b->shape[b->ndim - 1], lanes, &mask);
	struct expr *e = make_load(g, b, index);
	e->op = N_MASKED;
	e->arg[b->ndim] = mask;
	e->n = (uint8_t)(b->ndim + 1);
	struct expr *other = make_broadcast(g, make_leaf(g, ty), lanes);
	struct expr *s = make_node(g, N_SELECT, ty, lanes, 3, mask, e, other);
	s->wild = e->wild || other->wild;
	s->lo = e->lo < other->lo ? e->lo : other->lo;
	s->hi = e->hi > other->hi ? e->hi : other->hi;
	uses(g, FEATURE_PREDICATE);
	return s;
}

static struct expr *vector_leaf(struct make *g, enum rtype ty, unsigned lanes)
{
	struct expr *e = NULL;
	if (may(g, FEATURE_PREDICATE) && chance(g, 25))
		e = masked_load(g, ty, lanes);
	if (!e && chance(g, 65))
		e = vector_load(g, ty, lanes);
	return e ? e : make_broadcast(g, make_leaf(g, ty), lanes);
}

static struct expr *chosen(struct make *g, unsigned lanes, struct expr *a, struct expr *b)
{
	struct expr *c = chance(g, 50) ? mask_of(g, lanes) : make_binary(g, N_LT, a, b);
	struct expr *e = make_node(g, N_SELECT, a->ty, lanes, 3, c, a, b);
	e->wild = a->wild || b->wild;
	e->lo = a->lo < b->lo ? a->lo : b->lo;
	e->hi = a->hi > b->hi ? a->hi : b->hi;
	return e;
}

struct expr *make_vector(struct make *g, enum rtype ty, unsigned lanes, int depth)
{
	static const enum node ints[] = {
	        N_ADD, N_ADD, N_MUL, N_SUB, N_MIN, N_MAX, N_AND_BITS, N_XOR_BITS};
	static const enum node reals[] = {N_ADD, N_ADD, N_MUL, N_SUB, N_MIN, N_MAX, N_MUL, N_FDIV};
	if (depth <= 0 || chance(g, 25))
		return vector_leaf(g, ty, lanes);
	struct expr *a = make_vector(g, ty, lanes, depth - 1);
	uint32_t kind = below(g, 10);
	if (kind == 0) {
		const enum rtype from[] = {RT_I32, g->main, g->other};
		enum rtype t = from[below(g, 3)];
		return t == RT_BOOL ? a : make_cast(g, ty, make_vector(g, t, lanes, depth - 1));
	}
	if (kind == 1 && is_int(ty)) {
		struct expr *d = make_const(g, ty, 1 + below(g, 9), lanes);
		return make_binary(g, chance(g, 50) ? N_FLOORDIV : N_FLOORMOD, a, d);
	}
	struct expr *b = make_vector(g, ty, lanes, depth - 1);
	if (kind == 2)
		return chosen(g, lanes, a, b);
	return make_binary(g, (is_float(ty) ? reals : ints)[below(g, 8)], a, b);
}

struct stmt *make_vector_store(struct make *g)
{
	struct buffer *b = make_readable(g, NRTYPES);
	unsigned lanes = some_lanes(g);
	if (!b || b->ty == RT_BOOL || g->own)
		return NULL;
	struct stmt *s = ARENA_NEW(g->a, struct stmt);
	s->buffer = b;
	s->kind = may(g, FEATURE_PREDICATE) && chance(g, 50) ? S_MASKED : S_STORE;
	if (s->kind == S_MASKED && b->ndim && chance(g, 50)) {
		make_indices(g, b, s->index);
		s->index[b->ndim - 1] = tail_index(g, b->shape[b->ndim - 1], lanes, &s->mask);
	} else if (!vector_indices(g, b, lanes, s->kind == S_MASKED, s->index)) {
		return NULL;
	}
	if (s->kind == S_MASKED && !s->mask)
		s->mask = mask_of(g, lanes);
	s->value = make_fit(g, b, make_vector(g, b->ty, lanes, 2));
	s->flat = make_flat(g, b, s->index);
	uses(g, FEATURE_VECTOR);
	if (s->kind == S_MASKED)
		uses(g, FEATURE_PREDICATE);
	return s;
}
