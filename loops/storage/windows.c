/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/windows.c: reductions over windows that slide, by partial results of windows of half the length (doubling).
 *
 * Idea    In for i: for k in range(15): B[i] = max(B[i], A[i + k]) neighbouring windows have 14 elements in common. Maxima of 2 neighbours are kept in
 *         an array, W2[i] = max(A[i], A[i + 1]), so are those of 4, W4[i] = max(W2[i], W2[i + 2]), and those of 8:
 *         B[i] = max(B[i], W8[i], W8[i + 7]). A window of K elements takes about log2 K operations. The two windows of a minimum or
 *         maximum may overlap.  Those of a sum may not: where the length is odd, one element is added by itself.  The last store adds
 *         what B[i] held in front of the loop.
 * Needs   integers, whose sums, minima and maxima may be done in any order; sums that must not overflow are done in the type that wraps.
 *         Loops of constant extents from the one that slides on; a value in which that one's variable goes as far as the window's.
 * Keeps   the result of each reduction.  It leaves alone a nest that stores to elements of the window, and one that may end early.
 * Costs   the nodes of each reduction, for each loop around it. */
#include "loops/nest/counted.h"
#include "loops/nest/growth.h"
#include "loops/nest/replace.h"
#include "loops/storage/fuse.h"
#include "loops/storage/predictive.h"

#include <stdio.h>

enum { LEAST = 8, TIMES = 2, ROUNDS = 4, DIMS = 4, DEEP = 12, LEVELS = 16, STEPS = 256 };

struct windows {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	struct loops_vectors *report;
	uint64_t bytes;     /* that arrays may still take */
	bool any;           /* there is a reduction */
	struct fused taken; /* loops with windows computed so */
};

/* Results of one length: of two of the level before, `second` iterations apart, and of the element behind both if one is left. */
struct level {
	int64_t length, second, size; /* size: windows along the loop that slides */
	struct tir_buffer *array;
};
/* A reduction over a window, as it is found below a loop. */
struct window {
	const struct tir_stmt *slides;     /* the loop along which windows slide */
	const struct tir_stmt *loop;       /* over the elements of a window */
	const struct tir_stmt *store;      /* that is all of its body */
	const struct tir_stmt *path[DEEP]; /* the loops between both, from the outside */
	uint32_t depth;
	/* the store in front that sets the element to what lies beside the window; NULL: there is none */
	const struct tir_stmt *front;
	int64_t first, length;        /* of the window, with what lies beside it */
	const struct tir_expr *value; /* that is reduced */
	enum tir_op op;
	struct tir_type type; /* in which it is reduced */
	/* the dimensions of the arrays: the loop that slides, and those of the path that the value names */
	const struct tir_stmt *dim[DIMS];
	uint32_t ndims;
	struct level level[LEVELS]; /* from the shortest on; the last one is the whole window */
	uint32_t nlevels;
};

/* ---- Which reductions --------------------------------------------------------------------*/
static int64_t extent(const struct tir_stmt *loop)
{
	return tir_as_for(loop)->extent.e->u.i;
}

/* Is e's value the same if one variable grows by 1 and if the other one does? */
static bool goes_alike(const struct windows *w, const struct tir_expr *e, const struct tir_var *a,
        const struct tir_var *b, uint32_t *steps)
{
	int64_t by, other;
	if (!*steps)
		return false;
	--*steps;
	if (!facts_names(w->facts, e, a) && !facts_names(w->facts, e, b))
		return true;
	if (e->type.code == TIR_TYPE_INT && e->type.bits >= 32 && e->type.lanes == 1 &&
	        loops_growth(w->facts, e, a, &by) && loops_growth(w->facts, e, b, &other))
		return by == other;
	for (uint32_t i = 0; i < e->n; i++)
		if (!goes_alike(w, e->arg[i], a, b, steps))
			return false;
	return e->n;
}

/* The other operand of the reduction that the store does; NULL: it does none. */
static const struct tir_expr *reduced(const struct tir_stmt *s)
{
	const struct tir_expr *e = tir_value_of(s);
	bool any = tir_is_int(e->type) && e->type.lanes == 1 && !tir_mask_of(s) &&
	           (e->op == TIR_ADD || e->op == TIR_MIN || e->op == TIR_MAX);
	for (uint32_t i = 0; any && i < 2; i++) {
		const struct tir_expr *x = e->arg[i];
		bool same = x->op == TIR_LOAD && x->u.buffer == tir_buffer_of(s) &&
		            x->n == s->nindex;
		for (uint32_t k = 0; same && k < x->n; k++)
			same = x->arg[k] == tir_as_store(s)->index[k].e;
		if (same)
			return e->arg[1 - i];
	}
	return NULL;
}

/* Is the statement a store that is all of the loop's body, and a reduction over enough elements? */
static bool is_reduction(const struct tir_stmt *loop, const struct tir_stmt *s)
{
	const struct tir_expr *value = s->kind == TIR_STORE && !s->next ? reduced(s) : NULL;
	return value && !(value->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS)) &&
	       extent(loop) >= LEAST;
}

/* Does the store reduce over the loop around it, each iteration the same element? */
static bool reads_reduction(const struct windows *w, const struct tir_stmt *loop,
        const struct tir_stmt *s, struct window *x)
{
	if (!is_reduction(loop, s))
		return false;
	x->loop = loop;
	x->store = s;
	x->value = reduced(s);
	for (uint32_t i = 0; i < s->nindex; i++)
		if (facts_names(w->facts, tir_as_store(s)->index[i].e, tir_as_for(loop)->var))
			return false;
	x->op = (enum tir_op)tir_value_of(s)->op;
	x->type = x->op == TIR_ADD ? predictive_wraps(x->value->type) : x->value->type;
	return true;
}

/* Does the window slide with the loop, far enough to pay? */
static bool slides(const struct windows *w, struct window *x)
{
	uint32_t steps = STEPS;
	const struct tir_var *i = tir_as_for(x->slides)->var, *k = tir_as_for(x->loop)->var;
	if (extent(x->slides) < TIMES * extent(x->loop) || !facts_names(w->facts, x->value, i) ||
	        !goes_alike(w, x->value, i, k, &steps))
		return false;
	x->dim[0] = x->slides;
	x->ndims = 1;
	for (uint32_t d = 0; d < x->depth; d++) {
		if (!facts_names(w->facts, x->value, tir_as_for(x->path[d])->var))
			continue;
		if (x->ndims == DIMS)
			return false;
		x->dim[x->ndims++] = x->path[d];
	}
	return true;
}

/* The value in an iteration of the window's loop. */
static const struct tir_expr *value_at(const struct windows *w, const struct window *x, int64_t n)
{
	struct tir_subst s = {.m = w->m, .arena = w->arena};
	const struct tir_var *k = tir_as_for(x->loop)->var;
	tir_subst_var(&s, k, tir_int(w->m, k->type, n));
	return tir_subst_expr(&s, x->value);
}

/* Are they the same operations, on integers that are the same sums? */
static bool is_same(const struct tir_expr *a, const struct tir_expr *b, uint32_t *steps)
{
	struct affine_sum d;
	affine_clear(&d);
	if (a == b || !*steps || !tir_type_eq(a->type, b->type))
		return a == b;
	--*steps;
	if (tir_is_int(a->type) && affine_read(&d, a, 1, NULL, NULL) &&
	        affine_read(&d, b, -1, NULL, NULL) && !d.n && !d.constant)
		return true;
	bool same = a->op == b->op && a->n == b->n && a->n && a->u.bits == b->u.bits;
	for (uint32_t i = 0; same && i < a->n; i++)
		same = is_same(a->arg[i], b->arg[i], steps);
	return same;
}

/* If the statement in front sets the element to the value beside the window, that belongs to it. */
static void take_front(const struct windows *w, struct window *x, const struct tir_stmt *s)
{
	x->front = NULL;
	x->first = 0;
	x->length = extent(x->loop);
	uint32_t steps = 2 * STEPS;
	bool sets = s && s->kind == TIR_STORE && tir_buffer_of(s) == tir_buffer_of(x->store) &&
	            !tir_mask_of(s) && s->nindex == x->store->nindex;
	for (uint32_t i = 0; sets && i < s->nindex; i++)
		sets = tir_as_store(s)->index[i].e == tir_as_store(x->store)->index[i].e;
	for (int64_t n = -1; sets && !x->front && n <= x->length; n += x->length + 1)
		if (is_same(tir_value_of(s), value_at(w, x, n), &steps)) {
			x->front = s;
			x->first = n < 0 ? n : 0;
			x->length++;
		}
}

/* The first such window below the loop that slides, in loops alone; false: there is none. */
static bool find(const struct windows *w, const struct tir_seq *seq, struct window *x)
{
	const struct tir_stmt *before = NULL;
	for (const struct tir_stmt *s = seq->first; s; before = s, s = s->next) {
		const struct tir_stmt *first = tir_body(s)->first;
		if (!loops_is_counted(s) || !first)
			continue;
		if (reads_reduction(w, s, first, x) && slides(w, x)) {
			take_front(w, x, before);
			return true;
		}
		if (x->depth == DEEP)
			continue;
		x->path[x->depth++] = s;
		if (find(w, tir_body(s), x))
			return true;
		x->depth--;
	}
	return false;
}

/* ---- May it be done otherwise? -----------------------------------------------------------*/
struct storing {
	const struct windows *w;
	const struct tir_buffer *b;
};

static bool is_kept_load(void *ctx, const struct tir_expr *e)
{
	const struct storing *x = ctx;
	return e->op != TIR_LOAD || !alias_may(x->w->facts, e->u.buffer, x->b);
}

struct checking {
	const struct windows *w;
	const struct window *x;
};

/* Does the statement come to its end, and neither change nor define what the window's value names? */
static bool is_kept(void *ctx, struct tir_stmt *s)
{
	const struct checking *c = ctx;
	const struct tir_expr *value = c->x->value;
	struct storing x = {c->w, tir_buffer_of(s)};
	bool memory = s->kind == TIR_STORE || s->kind == TIR_ALLOC;
	if (tir_stmt_flags(s) & TIR_HAS_EFFECT)
		return false;
	if (s->kind == TIR_BIND)
		return !facts_names(c->w->facts, value, tir_as_bind(s)->var);
	return memory ? tir_walk_expr(value, c->w->arena, is_kept_load, &x)
	              : s->kind == TIR_IF || s->kind == TIR_FOR;
}

/* Plan windows of half the length, of half of that, ...: two of a minimum or maximum may overlap.  false: the arrays are too large. */
static bool plan_levels(struct windows *w, struct window *x)
{
	struct level found[LEVELS];
	int64_t length = x->length, size = extent(x->slides), row = 1;
	uint64_t bytes = 0;
	uint32_t n = 0;
	for (uint32_t d = 1; d < x->ndims; d++)
		row *= extent(x->dim[d]);
	while (length > 1) {
		int64_t half = x->op == TIR_ADD ? length / 2 : (length + 1) / 2;
		int64_t second = x->op == TIR_ADD ? half : length - half;
		if (n == LEVELS || size > INT32_MAX / row || bytes > w->bytes)
			return false;
		found[n++] = (struct level){length, second, size, NULL};
		size += second;
		bytes += half > 1 ? (uint64_t)(size * row) * tir_type_bytes(x->type) : 0;
		length = half;
	}
	for (uint32_t i = 0; i < n; i++)
		x->level[i] = found[n - 1 - i];
	x->nlevels = n;
	bool fits = bytes <= w->bytes;
	w->bytes -= fits ? bytes : 0;
	return fits;
}

/* ---- The new statements ------------------------------------------------------------------*/
static const struct tir_expr *plus(struct windows *w, const struct tir_expr *e, int64_t n)
{
	return n ? tir_binary(w->m, TIR_ADD, e, tir_int(w->m, e->type, n)) : e;
}

/* The partial result of the level n elements on, where these are the variables of dims; level 0: the value itself. */
static const struct tir_expr *partial(struct windows *w, const struct window *x, uint32_t level,
        struct tir_var *const *var, int64_t n)
{
	const struct tir_expr *index[DIMS];
	for (uint32_t d = 0; d < x->ndims; d++)
		index[d] = plus(w, var[d]->expr, d ? 0 : n);
	if (level)
		return tir_access(w->m, TIR_LOAD, x->level[level - 1].array, x->ndims, index);
	struct tir_subst s = {.m = w->m, .arena = w->arena};
	for (uint32_t d = 0; d < x->ndims; d++)
		tir_subst_var(&s, tir_as_for(x->dim[d])->var, index[d]);
	const struct tir_expr *e = tir_subst_expr(&s, value_at(w, x, x->first));
	return tir_type_eq(e->type, x->type) ? e : tir_cast(w->m, x->type, e);
}

/* What the level holds. */
static const struct tir_expr *joined(struct windows *w, const struct window *x, uint32_t level,
        struct tir_var *const *var)
{
	const struct level *l = &x->level[level];
	const struct tir_expr *e = tir_binary(w->m, x->op, partial(w, x, level, var, 0),
	        partial(w, x, level, var, l->second));
	bool one_left = x->op == TIR_ADD && l->length % 2;
	return one_left ? tir_binary(w->m, x->op, e, partial(w, x, 0, var, l->length - 1)) : e;
}

/* A store to the array of the level. */
static struct tir_stmt *fill(struct windows *w, const struct window *x, uint32_t level,
        struct tir_var *const *var)
{
	const struct tir_expr *index[DIMS];
	for (uint32_t d = 0; d < x->ndims; d++)
		index[d] = var[d]->expr;
	return tir_store_new(w->m, x->level[level].array, x->ndims, index, joined(w, x, level, var),
	        x->loop->at);
}

static int64_t size_of(const struct window *x, uint32_t level, uint32_t d)
{
	return d ? extent(x->dim[d]) : x->level[level].size;
}

/* Add the array of the level. */
static void add_array(struct windows *w, struct window *x, uint32_t level, struct tir_seq *out)
{
	struct tir_buffer *b = tir_array_new(w->m, "window", x->type, x->ndims);
	for (uint32_t d = 0; d < x->ndims; d++)
		b->shape[d] = tir_int(w->m, TIR_INT32, size_of(x, level, d));
	tir_seq_add(out, tir_alloc_new(w->m, b, x->loop->at));
	x->level[level].array = b;
}

/* Add the array of the level, and the nest that fills it. */
static void add_level(struct windows *w, struct window *x, uint32_t level, struct tir_seq *out)
{
	struct tir_var *var[DIMS];
	char name[64];
	add_array(w, x, level, out);
	for (uint32_t d = 0; d < x->ndims; d++) {
		const struct tir_var *of = tir_as_for(x->dim[d])->var;
		snprintf(name, sizeof name, "%.40s_%u", of->name, w->m->nvars);
		var[d] = tir_var_new(w->m, strtab_str(&w->m->strings, name), of->type);
	}
	struct tir_stmt *s = fill(w, x, level, var);
	for (uint32_t d = x->ndims; d-- > 0;) {
		struct tir_stmt *loop = tir_loop_new(w->m, var[d], size_of(x, level, d),
		        x->loop->at);
		tir_set_body(loop, (struct tir_seq){s, s});
		s = loop;
	}
	tir_seq_add(out, s);
}

/* The store of the reduction, of what the last level joins. */
static struct tir_stmt *last_store(struct windows *w, const struct window *x)
{
	struct tir_var *var[DIMS];
	struct tir_stmt *s = tir_stmt_copy(w->m->arena, x->store);
	const struct tir_expr *was = tir_value_of(x->store), *old, *e;
	for (uint32_t d = 0; d < x->ndims; d++)
		var[d] = tir_as_for(x->dim[d])->var;
	e = joined(w, x, x->nlevels - 1, var);
	old = was->arg[was->arg[0] == x->value];
	if (!tir_type_eq(old->type, x->type))
		old = tir_cast(w->m, x->type, old);
	e = x->front ? e : tir_binary(w->m, x->op, old, e);
	tir_as_store(s)->value.e = tir_type_eq(e->type, was->type) ? e
	                                                           : tir_cast(w->m, was->type, e);
	return s;
}

struct putting {
	struct windows *w;
	const struct window *x;
};

/* Add the statement, with that store in the place of the window's loop. */
static void copy(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	const struct putting *p = ctx;
	if (s == p->x->front)
		return;
	struct tir_stmt *t = s == p->x->loop ? last_store(p->w, p->x)
	                                     : tir_stmt_copy(p->w->m->arena, s);
	if (s != p->x->loop)
		tir_seq_map_bodies(t, copy, ctx);
	tir_seq_add(out, t);
}

/* ---- The walk ----------------------------------------------------------------------------*/
static bool refuses(struct windows *w, const struct window *x, enum loops_reason why)
{
	VEC_PUSH(w->arena, &w->report->refused, ((struct loops_refused){why, x->slides, x->loop}));
	return false;
}

/* Replace the loop, if windows slide along it: add the nests that fill arrays, and the loop with a reduction of their elements. */
static bool take(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct windows *w = ctx;
	struct window x = {.slides = s};
	struct checking c = {w, &x};
	struct putting p = {w, &x};
	if (!loops_is_counted(s) || !find(w, tir_body(s), &x))
		return false;
	if (!tir_walk_stmts(tir_body(s), is_kept, &c))
		return refuses(w, &x, LOOPS_WINDOW_STORED);
	if (!plan_levels(w, &x))
		return refuses(w, &x, LOOPS_WINDOW_LARGE);
	for (uint32_t i = 0; i + 1 < x.nlevels; i++)
		add_level(w, &x, i, out);
	copy(&p, s, out);
	VEC_PUSH(w->arena, &w->taken.all, out->last);
	VEC_PUSH(w->arena, &w->report->all,
	        ((struct loops_vectorized){LOOPS_WINDOWS, s, (uint32_t)x.length}));
	return true;
}

/* Note a reduction; subtract what an allocation of the function takes. */
static bool look(void *ctx, struct tir_stmt *s)
{
	struct windows *w = ctx;
	const struct tir_stmt *first = tir_body(s)->first;
	w->any = w->any || (first && loops_is_counted(s) && is_reduction(s, first));
	if (s->kind != TIR_ALLOC)
		return true;
	uint64_t bytes = tir_type_bytes(tir_buffer_of(s)->elem);
	for (uint32_t d = 0; d < tir_buffer_of(s)->ndim && bytes < w->bytes; d++) {
		const struct tir_expr *n = tir_buffer_of(s)->shape[d];
		bytes *= n->op == TIR_INT_IMM && n->u.i < INT32_MAX ? (uint64_t)n->u.i : INT32_MAX;
	}
	w->bytes -= bytes < w->bytes ? bytes : w->bytes;
	return true;
}

struct tir_func *loops_windows(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	const struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct windows w = {
	        .m = f->module, .arena = arena, .report = vectors, .bytes = options->scratch};
	struct tir_func *g = f, *before = NULL;
	if (options->scratch)
		tir_walk_stmts(&f->body, look, &w);
	for (uint32_t i = 0; i < ROUNDS && g != before && w.bytes && w.any; i++) {
		before = g;
		w.facts = facts_begin(g, &known, arena);
		w.taken.all.n = 0;
		g = loops_replace_alone(g, take, &w);
		if (g != before)
			g = loops_forward(g, &w.taken, options, arena);
	}
	return g;
}
