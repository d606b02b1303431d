/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/ordered.c: sums of floats that keep their order, in a loop of their own (loop distribution with scalar expansion).
 *
 * Idea      for i: C[i] = exp(A[i] - m); s = s + C[i] * C[i] is no loop over lanes, for s waits for each iteration.  All but the sums go to a
 *           loop in front, where iterations may become lanes; what is added is kept in an array: T[i] = C[i] * C[i], and the sum is
 *           for i: s = s + T[i].  What is added needs no array where it is an element that no later iteration changes.
 * Needs     a loop of constant extent over stores; an element that no iteration moves, and that nothing else in the loop touches.
 * Preserves each sum's sequence of operations, and the order of all other accesses: a sum alone is done later.
 * Costs     the accesses of each innermost loop, pair by pair.  Kept where that takes less time by the model (TRIED).
 * Wrong if  an element is another one in the end: proof/replay/ runs both functions on symbols. */
#include "loops/storage/ordered.h"
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/counted.h"
#include "loops/nest/replace.h"

enum { LEAST = 8 };

/* ---- Which loops -------------------------------------------------------------------------*/
static bool is_own(const struct tir_stmt *s, const struct tir_expr *e)
{
	struct access store = access_of_store(s, FACTS_NO_LOOP),
	              load = access_of_load(e, s, FACTS_NO_LOOP);
	return access_is_same(&store, &load);
}

/* What the store adds to an element that is the same in all iterations, if it does. */
static void read_sum(const struct ordered *w, const struct tir_stmt *loop, struct ordered_part *p)
{
	const struct tir_expr *e = tir_value_of(p->s);
	uint32_t number = facts_loop(w->facts, loop);
	struct access a = access_of_store(p->s, number);
	bool sums = e->op == TIR_ADD || (w->products ? e->op == TIR_MUL : e->op == TIR_SUB);
	if (!sums || !tir_is_float(e->type) || !access_is_invariant(w->facts, &a, number))
		return;
	for (uint32_t i = 0; i < (e->op == TIR_SUB ? 1 : 2) && !p->own; i++)
		if (e->arg[i]->op == TIR_LOAD && is_own(p->s, e->arg[i])) {
			p->own = e->arg[i];
			p->term = e->arg[1 - i];
		}
}

bool loops_ordered_read(const struct ordered *w, const struct tir_stmt *loop,
        const struct tir_stmt *inner, struct ordered_parts *p)
{
	bool sums = false;
	*p = (struct ordered_parts){.loop = loop};
	if (!loops_is_counted(inner) || tir_as_for(inner)->extent.e->u.i < LEAST)
		return false;
	for (const struct tir_stmt *s = tir_body(inner)->first; s; s = s->next) {
		bool plain = s->kind == TIR_STORE && !tir_mask_of(s) &&
		             tir_value_of(s)->type.lanes == 1 &&
		             !(tir_stmt_flags(s) &
		                     (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS));
		if (!plain || p->n == ORDERED_STATEMENTS)
			return false;
		p->at[p->n] = (struct ordered_part){.s = s};
		read_sum(w, loop, &p->at[p->n]);
		sums |= p->at[p->n++].term != NULL;
	}
	return sums;
}

/* ---- Dependences -------------------------------------------------------------------------*/
struct reading {
	const struct ordered *w;
	const struct tir_buffer *b;
};

static bool misses(void *ctx, const struct tir_expr *e)
{
	const struct reading *r = ctx;
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	return !loads || !alias_may(r->w->facts, e->u.buffer, r->b);
}

/* Does the statement neither read the buffer nor store to it?  Of the sum that does only what is added is asked. */
static bool leaves(const struct ordered *w, const struct ordered_part *p, bool sum,
        const struct tir_buffer *b)
{
	struct reading r = {w, b};
	for (uint32_t i = 0; i < p->s->nindex; i++)
		if (!tir_walk_expr(tir_as_store(p->s)->index[i].e, w->arena, misses, &r))
			return false;
	return tir_walk_expr(sum ? p->term : tir_value_of(p->s), w->arena, misses, &r) &&
	       (sum || !alias_may(w->facts, tir_buffer_of(p->s), b));
}

bool loops_ordered_are_apart(const struct ordered *w, const struct ordered_parts *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t k = 0; p->at[i].term && k < p->n; k++)
			if (!leaves(w, &p->at[k], i == k, tir_buffer_of(p->at[i].s)))
				return false;
	return true;
}

/* Is the term an element that is at hand later, too: none that a store behind it, or in a later iteration, changes? */
static bool stays(const struct ordered *w, const struct ordered_parts *p,
        const struct ordered_part *sum)
{
	struct distance d;
	uint32_t number = facts_loop(w->facts, p->loop);
	bool before = true;
	if (sum->term->op != TIR_LOAD)
		return false;
	struct access load = access_of_load(sum->term, sum->s, number);
	for (uint32_t i = 0; i < p->n; i++) {
		struct access store = access_of_store(p->at[i].s, number);
		before &= &p->at[i] != sum;
		if (!p->at[i].term && alias_may(w->facts, store.buffer, load.buffer) &&
		        (!before || dependence_later(w->facts, &load, &store, p->loop, &d)))
			return false;
	}
	return true;
}

/* ---- The new loops -----------------------------------------------------------------------*/
static void add_array(struct ordered *w, const struct ordered_parts *p, struct ordered_part *sum,
        struct tir_seq *out)
{
	sum->array = tir_array_new(w->m, "terms", sum->term->type, 1);
	sum->array->shape[0] = tir_as_for(p->loop)->extent.e;
	tir_seq_add(out, tir_alloc_new(w->m, sum->array, p->loop->at));
}

/* Plan arrays for the terms that need one, and add them; false: too large, or the loop in front would be empty. */
static bool add_arrays(struct ordered *w, struct ordered_parts *p, struct tir_seq *out)
{
	uint64_t extent = (uint64_t)tir_as_for(p->loop)->extent.e->u.i, bytes = 0;
	bool any = false;
	for (uint32_t i = 0; i < p->n; i++) {
		struct ordered_part *sum = &p->at[i];
		any |= !sum->term;
		if (!sum->term || stays(w, p, sum))
			continue;
		bytes += extent * tir_type_bytes(sum->term->type);
		any = true;
		add_array(w, p, sum, out);
	}
	if (!any || bytes > w->bytes)
		return false;
	w->bytes -= bytes;
	return true;
}

/* array[i] = term */
static struct tir_stmt *keep(struct ordered *w, const struct ordered_parts *p,
        const struct ordered_part *sum)
{
	const struct tir_expr *i = tir_as_for(p->loop)->var->expr;
	return tir_store_new(w->m, sum->array, 1, &i, sum->term, sum->s->at);
}

/* The sum, of what was kept. */
static struct tir_stmt *sum_of(struct ordered *w, const struct ordered_parts *p,
        const struct ordered_part *sum)
{
	const struct tir_expr *i = tir_as_for(p->loop)->var->expr, *e = tir_value_of(sum->s);
	const struct tir_expr *arg[2], *term = sum->term;
	if (sum->array)
		term = tir_access(w->m, TIR_LOAD, sum->array, 1, &i);
	for (uint32_t k = 0; k < 2; k++)
		arg[k] = e->arg[k] == sum->own ? e->arg[k] : term;
	return tir_store_like(w->m->arena, sum->s,
	        tir_binary(w->m, (enum tir_op)e->op, arg[0], arg[1]));
}

/* The loop, around these statements. */
static struct tir_seq loop_of(struct ordered *w, const struct ordered_parts *p, struct tir_seq body)
{
	struct tir_stmt *s = tir_stmt_copy(w->m->arena, p->loop);
	tir_set_body(s, body);
	return (struct tir_seq){s, s};
}

/* Replace the loop, if there are sums in it: add the arrays, the loop without the sums, and that of the sums. */
static bool take(void *ctx, const struct tir_stmt *loop, struct tir_seq *out)
{
	struct ordered *w = ctx;
	struct tir_subst copy = {.m = w->m, .arena = w->arena};
	struct tir_seq arrays = {0}, front = {0}, sums = {0};
	struct ordered_parts p;
	if (!loops_ordered_read(w, loop, loop, &p) || !loops_ordered_are_apart(w, &p) ||
	        !add_arrays(w, &p, &arrays))
		return false;
	for (uint32_t i = 0; i < p.n; i++) {
		const struct ordered_part *x = &p.at[i];
		if (!x->term)
			tir_seq_add(&front, tir_store_like(w->m->arena, x->s, tir_value_of(x->s)));
		else if (x->array)
			tir_seq_add(&front, keep(w, &p, x));
		if (x->term)
			tir_seq_add(&sums, sum_of(w, &p, x));
	}
	front = loop_of(w, &p, front);
	tir_seq_append(out, arrays);
	tir_seq_append(out, tir_subst_seq(&copy, &front));
	tir_seq_append(out, loop_of(w, &p, sums));
	VEC_PUSH(w->arena, &w->report->all, ((struct loops_vectorized){LOOPS_ORDERED, loop, 0}));
	return true;
}

struct tir_func *loops_ordered(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	const struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct ordered w = {.m = f->module,
	        .arena = arena,
	        .facts = facts_begin(f, &known, arena),
	        .report = vectors,
	        .bytes = options->scratch};
	vectors->all.n = 0;
	return w.bytes ? loops_replace_alone(f, take, &w) : f;
}
