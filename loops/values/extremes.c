/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/extremes.c: the greatest or least of many floats, as that of integers made of their bits, of which LLVM makes lanes.
 *
 * Idea      for i: m = T.max(m, A[i]) waits for each iteration, and parts of it, joined, may leave another NaN or the other zero: m is
 *           what stands last if a NaN is one of the two, or both are zeros.  Where there is no NaN, and not both zeros lead, only one
 *           float can come out.  The bits of floats are integers in the same order; those of negative ones are below zero, in the reverse order:
 *             for i: high = max(high, bits(A[i])); low = min(low, bits(A[i])); top = max(top, bits(-A[i]))
 *           So m is high, or low if all are below zero.  A NaN makes high or top more than the infinity.  Where there is none, and not 0.0 leads
 *           beside a -0.0, which is the least of all integers, m is that float; else the loop is done as it was.  A minimum is done as the
 *           maximum of -A[i].
 * Needs     loops that each hold the next, around one store; an element that they do not move, and that nothing else in them
 *           touches; neighbours in memory, enough of them.
 * Costs     each nest once, and a copy of it.
 * Wrong if  a float is not seen by all three, or the loop is not done where they tell nothing. */
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/growth.h"
#include "loops/nest/replace.h"

/* Iterations that take as long one by one, of floats of 32 bits and of others, which have no instructions. */
enum { NESTED = 4, LEAST_WORDS = 96, LEAST_HALVES = 16 };

/* What is kept of all floats. */
enum { HIGH, LOW, TOP, NKEPT };

struct extremes {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	struct loops_vectors *report;
	/* Of the nest that is looked at. */
	const struct tir_stmt *inner, *store;
	bool runs; /* each loop, for sure */
	const struct tir_expr *own, *term;
	struct tir_type type; /* of the bits */
	struct tir_buffer *kept[NKEPT];
};

/* ---- Which nests -------------------------------------------------------------------------*/
static bool is_plain(const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	const unsigned other = TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	return s->for_kind == TIR_SERIAL && !(l->more->attr && l->more->attr->n) && !l->more->tag &&
	       tir_loop_step(s) == 1 && !(tir_stmt_flags(s) & other);
}

/* The store in the innermost of loops that each hold nothing but the next one; NULL: there is none. */
static const struct tir_stmt *find_store(struct extremes *w, const struct tir_stmt *s)
{
	w->runs = true;
	for (int depth = 0; s && s->kind == TIR_FOR && depth < NESTED; depth++) {
		if (!is_plain(s))
			return NULL;
		const struct tir_expr *n = tir_as_for(s)->extent.e;
		w->runs = w->runs && n->op == TIR_INT_IMM && n->u.i > 0;
		w->inner = s;
		s = tir_body(s)->first;
		if (s && s->next)
			return NULL;
	}
	return s && s->kind == TIR_STORE && !tir_mask_of(s) ? s : NULL;
}

static bool is_extreme(const struct tir_expr *e)
{
	bool has_bits = (e->type.code == TIR_TYPE_FLOAT &&
	                        (e->type.bits == 16 || e->type.bits == 32)) ||
	                (e->type.code == TIR_TYPE_BFLOAT && e->type.bits == 16);
	return (e->op == TIR_MAX || e->op == TIR_MIN) && has_bits && e->type.lanes == 1;
}

/* Is the element surely there, whether a loop runs or not? */
static bool is_there(const struct tir_stmt *store)
{
	const struct tir_buffer *b = tir_buffer_of(store);
	bool there = b->ndim == store->nindex && b->kind != TIR_BUFFER_DECL;
	for (uint32_t i = 0; there && i < b->ndim; i++) {
		const struct tir_expr *at = tir_as_store(store)->index[i].e, *n = b->shape[i];
		there = at->op == TIR_INT_IMM && n->op == TIR_INT_IMM && at->u.i >= 0 &&
		        at->u.i < n->u.i;
	}
	return there;
}

/* Does no index of the load read memory? */
static bool is_pure(const struct tir_expr *load)
{
	bool pure = true;
	for (uint32_t i = 0; i < load->n; i++)
		pure &= !(load->arg[i]->flags & TIR_READS_MEM);
	return pure;
}

/* Does each iteration load the next element, of a buffer that the store leaves alone? */
static bool is_row(const struct extremes *w, const struct tir_expr *e)
{
	int64_t by;
	return e->op == TIR_LOAD && is_pure(e) && is_pure(w->own) &&
	       !alias_may(w->facts, e->u.buffer, tir_buffer_of(w->store)) &&
	       !(tir_stmt_flags(w->store) & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS)) &&
	       loops_growth_of(w->facts, e->n, e->arg, tir_var_of(w->inner), &by) && by == 1;
}

static bool is_long(const struct extremes *w)
{
	const struct tir_expr *n = tir_as_for(w->inner)->extent.e;
	return n->op != TIR_INT_IMM || n->u.i >= (w->type.bits == 32 ? LEAST_WORDS : LEAST_HALVES);
}

/* Read the nest; false: it does not go on with one maximum or minimum of floats in a row. */
static bool read_nest(struct extremes *w, const struct tir_stmt *nest)
{
	uint32_t number = facts_loop(w->facts, nest);
	w->store = find_store(w, nest);
	const struct tir_expr *e = w->store ? tir_value_of(w->store) : NULL;
	if (!e || !is_extreme(e))
		return false;
	struct access a = access_of_store(w->store, number);
	w->type = tir_type(TIR_TYPE_INT, e->type.bits, 1);
	w->own = w->term = NULL;
	for (uint32_t i = 0; i < 2 && !w->own; i++) {
		struct access load = access_of_load(e->arg[i], w->store, number);
		if (e->arg[i]->op != TIR_LOAD || !access_is_same(&a, &load))
			continue;
		w->own = e->arg[i];
		w->term = e->arg[1 - i];
	}
	return w->own && access_is_invariant(w->facts, &a, number) && is_row(w, w->term) &&
	       is_long(w) && (w->runs || is_there(w->store));
}

/* ---- Bits --------------------------------------------------------------------------------*/
static const struct tir_expr *number(const struct extremes *w, int64_t n)
{
	return tir_int(w->m, w->type, n);
}

/* The sign alone: the bits of -0.0. */
static int64_t sign(const struct extremes *w)
{
	return -(INT64_C(1) << (w->type.bits - 1));
}

static int64_t infinity(const struct extremes *w)
{
	enum { HALF = 0x7c00, BFLOAT = 0x7f80 };
	bool half = w->type.bits == 16 && w->own->type.code == TIR_TYPE_FLOAT;
	return half ? HALF : w->type.bits == 16 ? BFLOAT : (int64_t)BFLOAT << 16;
}

static const struct tir_expr *bits_of(const struct extremes *w, const struct tir_expr *e)
{
	return tir_call(w->m, TIR_BUILTIN_REINTERPRET, NULL, w->type, 1, &e);
}

/* The bits of the float with the other sign. */
static const struct tir_expr *flipped(const struct extremes *w, const struct tir_expr *bits)
{
	return tir_binary(w->m, TIR_BITXOR, bits, number(w, sign(w)));
}

static bool is_max(const struct extremes *w)
{
	return tir_value_of(w->store)->op == TIR_MAX;
}

/* ---- The new statements ------------------------------------------------------------------*/
static const struct tir_expr *kept(const struct extremes *w, int which)
{
	const struct tir_expr *zero = tir_int(w->m, TIR_INT32, 0);
	return tir_access(w->m, TIR_LOAD, w->kept[which], 1, &zero);
}

/* Keep the value in that integer. */
static struct tir_stmt *keep(const struct extremes *w, int which, const struct tir_expr *value)
{
	const struct tir_expr *zero = tir_int(w->m, TIR_INT32, 0);
	return tir_store_new(w->m, w->kept[which], 1, &zero, value, w->store->at);
}

/* Allocate an integer for each of the three. */
static void add_buffers(struct extremes *w, struct tir_seq *out)
{
	static const char *const name[NKEPT] = {"high", "low", "top"};
	for (int i = 0; i < NKEPT; i++) {
		w->kept[i] = tir_row_new(w->m, name[i], w->type, 1);
		tir_seq_add(out, tir_alloc_new(w->m, w->kept[i], w->store->at));
	}
}

/* Begin with a float, or go on with one. */
static void add_float(struct extremes *w, const struct tir_expr *e, bool begin, struct tir_seq *out)
{
	static const enum tir_op op[NKEPT] = {TIR_MAX, TIR_MIN, TIR_MAX};
	const struct tir_expr *bits = bits_of(w, e), *other = flipped(w, bits), *x;
	for (int i = 0; i < NKEPT; i++) {
		x = is_max(w) == (i != TOP) ? bits : other;
		tir_seq_add(out, keep(w, i, begin ? x : tir_binary(w->m, op[i], kept(w, i), x)));
	}
}

/* The nest, with this in the place of its store. */
static struct tir_seq nest_around(const struct extremes *w, const struct tir_stmt *s,
        struct tir_seq body)
{
	if (s == w->store)
		return body;
	struct tir_stmt *copy = tir_stmt_copy(w->m->arena, s);
	tir_set_body(copy, nest_around(w, tir_body(s)->first, body));
	return (struct tir_seq){copy, copy};
}

/* Name what was kept, which the condition asks for without a branch. */
static void add_names(struct extremes *w, const struct tir_expr **name, struct tir_seq *out)
{
	for (int i = 0; i < NKEPT; i++) {
		struct tir_var *v = tir_var_new(w->m, w->kept[i]->name, w->type);
		tir_seq_add(out, tir_bind_new(w->m, v, kept(w, i), TIR_BIND_LET, w->store->at));
		name[i] = v->expr;
	}
}

/* By how much NaNs are beyond the infinity; 0: there is none. */
static const struct tir_expr *excess(const struct extremes *w, const struct tir_expr *const *name)
{
	struct tir_module *m = w->m;
	const struct tir_expr *most = number(w, infinity(w)),
	                      *nans = tir_binary(m, TIR_MAX, name[HIGH], name[TOP]);
	return tir_binary(m, TIR_SUB, tir_binary(m, TIR_MAX, nans, most), most);
}

/* Is there no NaN, and is what leads no zero beside the other one?  One comparison is one branch, of which the code tells that it is seldom
 * taken. */
static const struct tir_expr *is_sure(const struct extremes *w, const struct tir_expr *const *name)
{
	struct tir_module *m = w->m;
	const struct tir_expr *zero = number(w, 0),
	                      *neither = tir_binary(m, TIR_BITOR, name[HIGH],
	                              flipped(w, name[LOW])),
	                      *both = tir_select(m, TIR_SELECT,
	                              tir_binary(m, TIR_EQ, neither, zero), number(w, 1), zero),
	                      *sure = tir_binary(m, TIR_EQ,
	                              tir_binary(m, TIR_ADD, excess(w, name), both), zero);
	return tir_call(m, TIR_BUILTIN_LIKELY, NULL, sure->type, 1, &sure);
}

/* The bits of what leads. */
static const struct tir_expr *leading(const struct extremes *w, const struct tir_expr *const *name)
{
	const struct tir_expr *below = tir_binary(w->m, TIR_LT, name[HIGH], number(w, 0)), *bits;
	bits = tir_select(w->m, TIR_SELECT, below, name[LOW], name[HIGH]);
	return is_max(w) ? bits : flipped(w, bits);
}

/* The float if it is sure, else the nest as it was. */
static void add_result(struct extremes *w, const struct tir_stmt *nest, struct tir_seq *out)
{
	const struct tir_expr *name[NKEPT];
	add_names(w, name, out);
	const struct tir_expr *bits = leading(w, name);
	struct tir_stmt *both = tir_stmt_new(w->m, TIR_IF, nest->at),
	                *then = tir_stmt_copy(w->m->arena, w->store),
	                *old = tir_stmt_copy(w->m->arena, nest);
	then->next = old->next = NULL;
	tir_as_store(then)->value.e = tir_call(w->m, TIR_BUILTIN_REINTERPRET, NULL, w->own->type, 1,
	        &bits);
	tir_as_if(both)->value = (struct tir_operand){is_sure(w, name), nest->at};
	tir_set_body(both, (struct tir_seq){then, then});
	tir_set_orelse(both, (struct tir_seq){old, old});
	tir_seq_add(out, both);
}

/* Replace the nest, if it is one of these. */
static bool take(void *ctx, const struct tir_stmt *nest, struct tir_seq *out)
{
	struct extremes *w = ctx;
	struct tir_subst copy = {.m = w->m, .arena = w->arena};
	struct tir_seq body = {0};
	if (!read_nest(w, nest))
		return false;
	add_buffers(w, out);
	add_float(w, w->own, true, out);
	add_float(w, w->term, false, &body);
	body = nest_around(w, nest, body);
	tir_seq_append(out, tir_subst_seq(&copy, &body));
	add_result(w, nest, out);
	VEC_PUSH(w->arena, &w->report->all,
	        ((struct loops_vectorized){LOOPS_EXTREMES, w->inner, 0}));
	return true;
}

struct tir_func *loops_extremes(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	const struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct extremes w = {.m = f->module,
	        .arena = arena,
	        .facts = facts_begin(f, &known, arena),
	        .report = vectors};
	vectors->all.n = 0;
	return options->vectorizes ? loops_replace_alone(f, take, &w) : f;
}
