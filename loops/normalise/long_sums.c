/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/long_sums.c: sums in 64 bits as sums in 32 bits.
 *
 * Idea    for i: S = S + t, of 64 bits, is high = 0; for i: high = high + (t >> 16); low = 0; for i: low = low + (t & 65535);
 *         S = S + (high * 65536 + low), if t has 32 bits: neither sum leaves 32 bits, of which lanes are made.  Where the sum of all t
 *         fits 32 bits it is one sum.
 * Needs   loops from 0 on with constant extents, each around the next one alone, around one store; an element that they do not move; terms
 *         that read no memory in which it may lie, and are a number of 32 bits by their ranges.
 * Keeps   what is loaded, and from where.
 * Costs   each nest once, and two copies of it.
 * Wrong if a term does not fit, or a sum of halves does not. */
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/counted.h"
#include "loops/nest/growth.h"
#include "loops/nest/replace.h"

enum {
	NESTED = 8,
	LANES = 64, /* iterations of a vector of halfwords: LLVM does those left over one by one, */
	PART = 4,   /* so at most a fifth may be left over; */
	FEWEST_BYTES = 16, /* in rows of bytes there are dot products */
	MOST = 1 << 15,    /* terms of 16 bits, whose sum fits 31 bits */
	TERM_NODES = 64,   /* of a term */
	HALF = 16,
	HALF_MASK = 65535,
};

struct long_sums {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	/* Of the nest that is looked at. */
	const struct tir_stmt *inner, *store;
	const struct tir_expr *own, *term;
	int64_t n;           /* its iterations */
	bool bytes;          /* that is all it loads */
	struct tir_type t;   /* of the term in 32 bits */
	uint32_t nodes;      /* of the term, that are left */
	int64_t least, most; /* between which it lies */
};

/* ---- Which nests -------------------------------------------------------------------------*/
/* Read the loops down to the store; false: they are no such nest. */
static bool read_loops(struct long_sums *w, const struct tir_stmt *s)
{
	w->n = 1;
	for (uint32_t depth = 0; s && s->kind == TIR_FOR; s = tir_body(s)->first, depth++) {
		w->inner = s;
		if (depth == NESTED || !loops_is_counted(s) || (depth && s->next))
			return false;
		if (__builtin_mul_overflow(w->n, tir_as_for(s)->extent.e->u.i, &w->n) ||
		        w->n > MOST)
			return false;
	}
	w->store = s;
	return s && !s->next && s->kind == TIR_STORE && !tir_mask_of(s);
}

/* Is the node no load of memory in which the element may lie? */
static bool is_apart(void *ctx, const struct tir_expr *e)
{
	const struct long_sums *w = ctx;
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	return e->op != TIR_CALL && e->op != TIR_BUFFER_DATA &&
	       (!loads || !alias_may(w->facts, e->u.buffer, tir_buffer_of(w->store)));
}

/* Is the node no load, or one of the next element in each iteration of the innermost loop, or of the same one? */
static bool is_row(void *ctx, const struct tir_expr *e)
{
	struct long_sums *w = ctx;
	int64_t by;
	if (e->op != TIR_LOAD)
		return true;
	w->bytes = w->bytes && e->type.bits == 8;
	return loops_growth_of(w->facts, e->n, e->arg, tir_var_of(w->inner), &by) &&
	       (by == 0 || by == 1);
}

/* Is the term a product of bytes without a sign?  In rows the proof of dot products does not know what their sum is in 64 bits. */
static bool is_dot(const struct long_sums *w)
{
	const struct tir_expr *e = w->term->op == TIR_CAST ? w->term->arg[0] : w->term;
	for (uint32_t i = 0; i < 2; i++)
		if (e->op != TIR_MUL || e->arg[i]->op != TIR_CAST ||
		        e->arg[i]->arg[0]->type.code != TIR_TYPE_UINT ||
		        e->arg[i]->arg[0]->type.bits != 8)
			return false;
	return true;
}

/* Do vectors do most of the iterations? */
static bool is_long(const struct long_sums *w, bool rows)
{
	int64_t n = tir_as_for(w->inner)->extent.e->u.i, rest = n % LANES;
	return rows && w->bytes ? n >= FEWEST_BYTES : n >= LANES && n - rest >= PART * rest;
}

/* Read what the store goes on with, and from which element. */
static bool read_sum(struct long_sums *w, const struct tir_stmt *nest)
{
	const unsigned other = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	const struct tir_expr *e = tir_value_of(w->store);
	uint32_t number = facts_loop(w->facts, nest);
	struct access a = access_of_store(w->store, number);
	if ((e->op != TIR_ADD && e->op != TIR_SUB) || e->type.code != TIR_TYPE_INT ||
	        e->type.bits != 64 || e->type.lanes != 1 || e->flags & other)
		return false;
	w->own = NULL;
	for (uint32_t i = 0; i < 2 && !w->own && (e->op == TIR_ADD || i == 0); i++) {
		struct access load = access_of_load(e->arg[i], w->store, number);
		if (e->arg[i]->op != TIR_LOAD || !access_is_same(&a, &load))
			continue;
		w->own = e->arg[i];
		w->term = e->arg[1 - i];
	}
	if (!w->own || !access_is_invariant(w->facts, &a, number))
		return false;
	for (uint32_t i = 0; i < w->own->n; i++)
		if (w->own->arg[i]->flags & TIR_READS_MEM)
			return false;
	bool rows = facts_loop_around(w->facts, number) != FACTS_NO_LOOP;
	if (rows && is_dot(w))
		return false;
	w->bytes = true;
	return tir_walk_expr(w->term, w->arena, is_apart, w) &&
	       tir_walk_expr(w->term, w->arena, is_row, w) && is_long(w, rows);
}

/* ---- Terms of 32 bits ----------------------------------------------------------------------*/
static bool holds(struct tir_type t, int64_t lo, int64_t hi)
{
	return t.code == TIR_TYPE_INT ? lo >= INT32_MIN && hi <= INT32_MAX
	                              : lo >= 0 && hi <= UINT32_MAX;
}

static const struct tir_expr *as(const struct long_sums *w, struct tir_type t,
        const struct tir_expr *e)
{
	return tir_type_eq(t, e->type) ? e : tir_cast(w->m, t, e);
}

static bool is_arithmetic(const struct tir_expr *e)
{
	return e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL || e->op == TIR_MIN ||
	       e->op == TIR_MAX;
}

/* e in 32 bits; NULL: it does not fit, or something in it. */
static const struct tir_expr *narrow(struct long_sums *w, const struct tir_expr *e)
{
	int64_t lo, hi;
	if (!w->nodes || !tir_is_int(e->type) || !range_limits(w->facts, e, &lo, &hi) ||
	        !holds(w->t, lo, hi))
		return NULL;
	w->nodes--;
	if (e->op == TIR_INT_IMM)
		return tir_int(w->m, w->t, e->u.i);
	if (e->type.bits <= 32)
		return as(w, w->t, e);
	if (e->type.code != TIR_TYPE_INT)
		return NULL;
	if (e->op == TIR_CAST)
		return narrow(w, e->arg[0]);
	bool chooses = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	if (!chooses && !is_arithmetic(e))
		return NULL;
	const struct tir_expr *x = narrow(w, e->arg[chooses]),
	                      *y = x ? narrow(w, e->arg[1 + chooses]) : NULL;
	if (!y)
		return NULL;
	return chooses ? tir_select(w->m, (enum tir_op)e->op, e->arg[0], x, y)
	               : tir_binary(w->m, (enum tir_op)e->op, x, y);
}

/* The term in 32 bits, signed or not; NULL: it has more. */
static const struct tir_expr *narrow_term(struct long_sums *w)
{
	static const struct tir_type types[] = {{TIR_TYPE_INT, 32, 1}, {TIR_TYPE_UINT, 32, 1}};
	const struct tir_expr *e = NULL;
	if (!range_limits(w->facts, w->term, &w->least, &w->most))
		return NULL;
	for (uint32_t i = 0; i < 2 && !e; i++) {
		w->t = types[i];
		w->nodes = TERM_NODES;
		e = narrow(w, w->term);
	}
	return e;
}

/* Does the sum of any of the terms fit 32 bits? */
static bool fits_whole(const struct long_sums *w)
{
	return w->t.code == TIR_TYPE_INT && w->least >= -(INT32_MAX / w->n) &&
	       w->most <= INT32_MAX / w->n;
}

/* ---- The new statements --------------------------------------------------------------------*/
/* The nest, with this in the place of its store. */
static struct tir_seq nest_around(const struct long_sums *w, const struct tir_stmt *s,
        struct tir_stmt *store)
{
	if (s == w->store)
		return (struct tir_seq){store, store};
	struct tir_stmt *copy = tir_stmt_copy(w->m->arena, s);
	copy->next = NULL;
	tir_set_body(copy, nest_around(w, tir_body(s)->first, store));
	return (struct tir_seq){copy, copy};
}

/* Add a sum of these terms in 32 bits; what it is in the end, in 64 bits. */
static const struct tir_expr *add_sum(const struct long_sums *w, const char *name,
        const struct tir_stmt *nest, const struct tir_expr *term, struct tir_seq *out)
{
	struct tir_subst fresh = {.m = w->m, .arena = w->arena};
	struct tir_buffer *b = tir_row_new(w->m, name, TIR_INT32, 1);
	const struct tir_expr *zero = tir_int(w->m, TIR_INT32, 0),
	                      *sum = tir_access(w->m, TIR_LOAD, b, 1, &zero);
	struct span at = w->store->at;
	const struct tir_expr *next = tir_binary(w->m, TIR_ADD, sum, as(w, TIR_INT32, term));
	struct tir_seq loops = nest_around(w, nest, tir_store_new(w->m, b, 1, &zero, next, at));
	tir_seq_add(out, tir_alloc_new(w->m, b, at));
	tir_seq_add(out, tir_store_new(w->m, b, 1, &zero, zero, at));
	tir_seq_append(out, tir_subst_seq(&fresh, &loops));
	return tir_cast(w->m, w->own->type, sum);
}

/* Add the sums of the halves of the term; what they are together. */
static const struct tir_expr *add_halves(const struct long_sums *w, const struct tir_stmt *nest,
        const struct tir_expr *e, struct tir_seq *out)
{
	struct tir_module *m = w->m;
	const struct tir_expr *high = tir_binary(m, TIR_SHR, e, tir_int(m, w->t, HALF)),
	                      *low = tir_binary(m, TIR_BITAND, e, tir_int(m, w->t, HALF_MASK));
	high = add_sum(w, "high", nest, high, out);
	low = add_sum(w, "low", nest, low, out);
	high = tir_binary(m, TIR_MUL, high, tir_int(m, high->type, HALF_MASK + 1));
	return tir_binary(m, TIR_ADD, high, low);
}

/* Replace the nest, if it is one of these. */
static bool take(void *ctx, const struct tir_stmt *nest, struct tir_seq *out)
{
	struct long_sums *w = ctx;
	if (!read_loops(w, nest) || !read_sum(w, nest))
		return false;
	const struct tir_expr *e = narrow_term(w);
	if (!e)
		return false;
	e = fits_whole(w) ? add_sum(w, "sum", nest, e, out) : add_halves(w, nest, e, out);
	struct tir_stmt *end = tir_stmt_copy(w->m->arena, w->store);
	end->next = NULL;
	tir_as_store(end)->value.e = tir_binary(w->m, (enum tir_op)tir_value_of(w->store)->op,
	        w->own, e);
	tir_seq_add(out, end);
	return true;
}

struct tir_func *loops_long_sums(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	const struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct long_sums w = {
	        .m = f->module, .arena = arena, .facts = facts_begin(f, &known, arena)};
	(void)vectors;
	return loops_replace_alone(f, take, &w);
}
