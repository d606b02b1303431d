/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/stir.c: blocks in loops, and launches. */
#include "make.h"

/* The axis of a block: what its body sees instead of the loops. */
static struct expr *add_axis(struct make *g, struct stmt *block, char kind, int64_t lo, int64_t hi,
        struct expr *binding)
{
	struct axis *x = &block->axis[block->naxes++];
	*x = (struct axis){make_name(g, "a"), kind, lo, hi, binding};
	return make_var(g, x->name, RT_I32, lo, hi - 1);
}

static void see_axis(struct make *g, struct expr *v)
{
	if (g->nvars < MAX_VARS)
		g->var[g->nvars++] = v;
}

/* Loops around a block: one or two, in *inner the last one's body. */
static uint32_t loops_around(struct make *g, struct stmts *to, struct stmts **inner,
        struct expr **var, int64_t *extent)
{
	uint32_t n = 1 + below(g, 2);
	*inner = to;
	for (uint32_t i = 0; i < n; i++) {
		extent[i] = 1 + below(g, 8);
		struct stmt *s = make_for(g, *inner, &var[i], 0, extent[i]);
		if (chance(g, 12))
			s->loop = LOOP_UNROLLED;
		else if (i + 1 == n && chance(g, 20) && !overlaps(g))
			s->loop = LOOP_VECTORIZED;
		*inner = &s->body;
	}
	return n;
}

/* B[spatial] = B[spatial] + term, and its init. */
static void reduce_body(struct make *g, struct stmt *block, struct expr *vi, struct expr *vk)
{
	struct buffer *b = make_readable(g, NRTYPES);
	if (!b || b->ty == RT_BOOL) {
		see_axis(g, vi);
		make_block_of(g, &block->body, 1);
		return;
	}
	if (vi)
		see_axis(g, vi);
	struct expr *index[RANDOM_RANK];
	make_indices(g, b, index);
	g->npool = g->pool_base; /* what the indices left is no reason to read the axis */
	see_axis(g, vk);
	for (int i = 0; i < 2; i++) {
		struct stmt *s = make_stmt(g, i ? &block->body : &block->other, S_STORE);
		struct expr *old = make_load(g, b, index);
		s->buffer = b;
		memcpy(s->index, index, sizeof index);
		s->value = i ? make_binary(g, chance(g, 80) ? N_ADD : N_MAX, old,
		                       make_term(g, b->ty, 1))
		             : make_const(g, b->ty, below(g, 9), 1);
		s->value = make_fit(g, b, s->value);
		s->flat = make_flat(g, b, index);
	}
}

/* A window onto a buffer, named in the block. */
static void match(struct make *g, struct stmt *block)
{
	struct buffer *b = NULL;
	for (int i = 0; i < 8 && (!b || b->root != b || b->ndim == 0 || b->ty == RT_BOOL); i++)
		b = make_readable(g, NRTYPES);
	if (!b || b->root != b || b->ndim == 0 || b->ty == RT_BOOL)
		return;
	struct stmt *s = make_stmt(g, &block->body, S_MATCH);
	struct buffer *v = ARENA_NEW(g->a, struct buffer);
	*v = (struct buffer){.name = make_name(g, "M"),
	        .ty = b->ty,
	        .ndim = b->ndim,
	        .root = b,
	        .raw = b,
	        .bounded = b->bounded,
	        .align = b->align};
	for (uint32_t i = 0; i < b->ndim; i++) {
		v->shape[i] = 1 + below(g, (uint32_t)(b->shape[i] > 5 ? 5 : b->shape[i]));
		v->stride[i] = b->stride[i];
		s->index[i] = make_index(g, b->shape[i] - v->shape[i] + 1);
	}
	v->origin = make_flat(g, b, s->index);
	s->buffer = v;
	for (int i = 0; i < 3 && g->nbuffers < MAX_BUFFERS; i++)
		g->buffer[g->nbuffers++] = v;
	uses(g, FEATURE_MATCH);
}

/* Axes of which each is a loop, or both loops split one. */
static void axes(struct make *g, struct stmt *block, uint32_t n, struct expr **var,
        const int64_t *extent, struct expr **axis)
{
	if (n == 2 && chance(g, 35)) {
		int64_t all = extent[0] * extent[1],
		        some = all - (chance(g, 60) ? below(g, (uint32_t)all) : 0);
		struct expr *fused = make_binary(g, N_ADD,
		        make_binary(g, N_MUL, var[0], make_const(g, RT_I32, extent[1], 1)), var[1]);
		if (some < all)
			block->where = make_binary(g, N_LT, fused, make_const(g, RT_I32, some, 1));
		axis[0] = add_axis(g, block, 'S', 0, some, fused);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		int64_t lo = chance(g, 20) ? 1 + below(g, 3) : 0;
		struct expr *at = lo ? make_binary(g, N_ADD, var[i], make_const(g, RT_I32, lo, 1))
		                     : var[i];
		axis[i] = add_axis(g, block, chance(g, 90) ? 'S' : 'O', lo, lo + extent[i], at);
	}
}

static void block_body(struct make *g, struct stmt *block, uint32_t n, struct expr **var,
        const int64_t *extent)
{
	struct expr *axis[2] = {NULL, NULL};
	g->no_jump = true;
	g->in_loop = false;
	if (n == 2 && chance(g, 35)) { /* a reduction, which may be the inner or the outer loop */
		uint32_t k = below(g, 2);
		struct expr *vi = add_axis(g, block, 'S', 0, extent[1 - k], var[1 - k]);
		struct expr *vk = add_axis(g, block, 'R', 0, extent[k], var[k]);
		make_hide(g);
		reduce_body(g, block, vi, vk);
		return;
	}
	if (chance(g, 85)) {
		axes(g, block, n, var, extent, axis);
		make_hide(g);
		for (int i = 0; i < 2; i++)
			if (axis[i])
				see_axis(g, axis[i]);
	}
	if (may(g, FEATURE_MATCH) && chance(g, 50))
		match(g, block);
	if (g->budget > 4 && g->depth < 4 && chance(g, 12))
		make_stir(g, &block->body);
	make_block_of(g, &block->body, 1 + (int)below(g, 2));
}

void make_stir(struct make *g, struct stmts *to)
{
	struct stmts *inner;
	struct expr *var[2];
	int64_t extent[2];
	if (g->own) {
		make_store(g, to, NULL);
		return;
	}
	struct scope outer = make_enter(g);
	uint32_t n = loops_around(g, to, &inner, var, extent);
	struct stmt *block = make_stmt(g, inner, S_BLOCK);
	block->name = make_name(g, "b");
	block->regions = chance(g, 50);
	block_body(g, block, n, var, extent);
	make_leave(g, &outer);
	uses(g, FEATURE_BLOCK);
}

/* ---- Launches ---------------------------------------------------------------------------*/
static struct stmt *thread_loop(struct make *g, struct stmts *to, const char *tag, int64_t extent,
        struct expr **var)
{
	struct stmt *s = make_for(g, to, var, 0, extent);
	s->loop = LOOP_THREAD;
	s->tag = tag;
	if (chance(g, 40)) /* as a statement of its own */
		s->kind = S_LAUNCH;
	return s;
}

void make_launch(struct make *g, struct stmts *to)
{
	if (g->own || g->p->used >> FEATURE_OVERLAP & 1) {
		make_store(g, to, NULL);
		return;
	}
	struct scope outer = make_enter(g);
	struct expr *b, *t;
	make_hide(g);
	struct stmt *s;
	if (chance(g, 25)) {
		s = make_for(g, to, &t, 0, 4);
		s->loop = LOOP_VTHREAD;
		g->own = t;
	} else if (chance(g, 50)) {
		s = thread_loop(g, to, chance(g, 50) ? "threadIdx.x" : "blockIdx.x", 4, &t);
		g->own = t;
	} else {
		struct stmt *outside = thread_loop(g, to, "blockIdx.x", 2, &b);
		s = thread_loop(g, &outside->body, "threadIdx.x", 4, &t);
		g->own = make_binary(g, N_ADD,
		        make_binary(g, N_MUL, b, make_const(g, RT_I32, 4, 1)), t);
	}
	g->target = g->p->param[g->p->nparams - 1];
	g->in_loop = false;
	g->no_jump = true;
	make_block_of(g, &s->body, 2);
	g->own = NULL;
	make_leave(g, &outer);
	uses(g, FEATURE_LAUNCH);
}
