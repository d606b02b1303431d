/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/views.c: views of buffers, and allocations. */
#include "make.h"

static int64_t bytes_of(enum rtype t)
{
	return random_types[t].bits / 8;
}

static struct buffer *new_buffer(struct make *g, const char *stem, enum rtype ty)
{
	struct buffer *b = ARENA_NEW(g->a, struct buffer);
	b->name = make_name(g, stem);
	b->ty = ty;
	return b;
}

static void show(struct make *g, struct buffer *b)
{
	if (g->nbuffers < MAX_BUFFERS)
		g->buffer[g->nbuffers++] = b;
}

/* One dimension, or two that are strided, within n elements. */
static void choose_shape(struct make *g, struct buffer *v, int64_t n)
{
	v->offset = chance(g, 70) ? below(g, (uint32_t)(n / 2)) : 0;
	n -= v->offset;
	v->ndim = n >= 6 && chance(g, 60) ? 2 : 1;
	if (v->ndim == 1) {
		v->stride[0] = n >= 4 && chance(g, 35) ? 2 + below(g, 2) : 1;
		v->shape[0] = (n - 1) / v->stride[0] + 1;
		return;
	}
	v->shape[1] = 2 + below(g, (uint32_t)(n / 3 > 14 ? 14 : n / 3));
	v->stride[1] = chance(g, 70) || 2 * v->shape[1] > n ? 1 : 2;
	int64_t row = (v->shape[1] - 1) * v->stride[1] + 1;
	v->stride[0] = chance(g, 40) ? v->shape[1] : row + below(g, 3);
	if (chance(g, 8)) /* rows that overlap */
		v->stride[0] = 1;
	v->shape[0] = (n - row) / v->stride[0] + 1;
	if (v->shape[0] > 12)
		v->shape[0] = 12;
}

/* May its memory be looked at as elements of any type? */
static bool has_any_bits(const struct buffer *b)
{
	return is_int(b->ty) && !b->bounded && b->root == b;
}

/* The same memory as elements of another type. */
static bool retype(struct make *g, struct buffer *v, struct buffer *root)
{
	static const enum rtype some[] = {RT_U8, RT_I8, RT_U16, RT_I16, RT_U32, RT_I32, RT_F32};
	v->ty = some[below(g, may(g, FEATURE_FLOAT) ? 7 : 6)];
	int64_t n = root->size * bytes_of(root->ty) / bytes_of(v->ty);
	if (v->ty == root->ty || n < 4)
		return false;
	choose_shape(g, v, n);
	struct buffer *raw = new_buffer(g, "R", v->ty);
	*raw = (struct buffer){.name = raw->name,
	        .ty = v->ty,
	        .ndim = 1,
	        .shape = {n},
	        .stride = {1},
	        .size = n,
	        .root = root,
	        .align = root->align};
	raw->raw = raw;
	v->raw = raw;
	return true;
}

/* Have it view an element's address instead of all. */
static void start_inside(struct make *g, struct buffer *v)
{
	int64_t wide = bytes_of(v->ty), narrow = bytes_of(v->root->ty);
	int64_t unit = wide > narrow ? wide / narrow : 1;
	v->start = below(g, (uint32_t)(v->offset * wide / narrow / unit + 1)) * unit;
	if (v->start)
		uses(g, FEATURE_ADDRESS);
}

void make_view(struct make *g, struct stmts *to)
{
	struct buffer *b = make_readable(g, NRTYPES), *v = new_buffer(g, "V", RT_I32);
	if (!b || b->root->size < 4 || b->origin || b->ty == RT_BOOL || g->own) {
		make_store(g, to, NULL);
		return;
	}
	struct buffer *root = b->root;
	v->root = root;
	v->align = root->align;
	v->bounded = root->bounded;
	bool other = may(g, FEATURE_WIDTH) && has_any_bits(root) && chance(g, 60) &&
	             retype(g, v, root);
	if (!other) {
		v->ty = root->ty;
		v->raw = root;
		choose_shape(g, v, root->size);
	}
	struct stmt *s = make_stmt(g, to, S_DECL);
	s->buffer = v;
	if (may(g, FEATURE_ADDRESS) && chance(g, 60))
		start_inside(g, v);
	bool nested = b != root && !v->start && !b->start && may(g, FEATURE_NESTED);
	s->name = (nested ? b : root)->name;
	uses(g, other ? FEATURE_WIDTH : FEATURE_VIEW);
	if (nested)
		uses(g, FEATURE_NESTED);
	show(g, v);
	show(g, v); /* twice: likelier to be used */
	make_store(g, to, NULL);
}

/* Write to each element of what was allocated; `at` is how far from the first one. */
static void fill(struct make *g, struct stmts *to, struct buffer *b, struct expr *at)
{
	struct stmt *s = make_stmt(g, to, S_STORE);
	struct expr *value = make_binary(g, N_ADD, at, make_term(g, RT_I32, 1));
	s->buffer = b;
	s->index[0] = at;
	s->value = make_fit(g, b, make_cast(g, b->ty, value));
	s->flat = make_flat(g, b, s->index);
}

static void fill_in_loop(struct make *g, struct stmts *to, struct buffer *b)
{
	struct scope outer = make_enter(g);
	struct expr *v;
	struct stmt *loop = make_for(g, to, &v, 0, b->size);
	fill(g, &loop->body, b, v);
	make_leave(g, &outer);
}

/* Room of its own, filled at once. */
void make_alloc(struct make *g, struct stmts *to)
{
	const enum rtype types[] = {RT_I32, g->main, g->other, g->real};
	static const int64_t sizes[] = {4, 8, 15, 16, 32};
	struct buffer *b = new_buffer(g, "S", types[below(g, may(g, FEATURE_FLOAT) ? 4 : 3)]);
	if (b->ty == RT_BOOL || g->own) {
		make_store(g, to, NULL);
		return;
	}
	b->root = b->raw = b;
	b->ndim = may(g, FEATURE_POINT) && chance(g, 60) ? 0 : 1;
	b->shape[0] = b->size = b->ndim ? sizes[below(g, 5)] : 1;
	b->stride[0] = 1;
	b->bounded = is_bounded(b->ty);
	make_stmt(g, to, S_ALLOC)->buffer = b;
	if (b->ndim) {
		fill_in_loop(g, to, b);
	} else {
		fill(g, to, b, make_const(g, RT_I32, 0, 1));
		uses(g, FEATURE_POINT);
	}
	show(g, b);
	show(g, b);
	uses(g, FEATURE_ALLOC);
	make_store(g, to, NULL);
}
