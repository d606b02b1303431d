/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/overlap.c: sums of floats that keep their order, one vector behind the loop that computes what they add up (loop shifting).
 *
 * Idea      A sum of 1,024 floats in their order waits 1,024 times, and leaves most of each packet free; a long chain of instructions on one
 *           vector waits as often.  Both fit beside each other, but for the sum of what the same iteration computes:
 *           for i: C[i] = exp(A[i]); for j: s = s + C[j] becomes C[0] = exp(A[0]); for i: C[i + 1] = exp(A[i + 1]), s = s + each lane of C[i]; and
 *           the sum of the last vector.
 * Needs     two loops beside each other over the same elements: one of vectors, whose iterations hold something dear and no loop, and one of
 *           sums in elements that the first one does not touch; what both touch is loaded lane by lane.  The vectors become longer if they
 *           can, up to four registers: so much is done beside each other.
 * Preserves each sum's sequence of operations, and the order of the vectors: sums are done earlier.
 * Costs     the statements once, and copies of the sums for each lane.
 * Wrong if  a sum takes what is not there yet: proof/replay/ runs both functions on symbols. */
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/counted.h"
#include "target/target.h"

enum {
	LEAST = 4,    /* iterations of the vectors */
	LANES = 128,  /* copies of the sums, at most */
	DEAR = 60,    /* instructions on a register */
	ACCESSES = 16 /* of both loops */
};

struct overlap {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	const struct loops_options *options;
	struct loops_vectors *report;
	bool gone; /* the loop that follows is in the one before */
};

/* ---- Which loops -------------------------------------------------------------------------*/
struct dear {
	unsigned floats;
	bool found;
};

/* Note whether the node takes many instructions on a register. */
static bool find_dear(void *ctx, const struct tir_expr *e)
{
	struct dear *d = ctx;
	enum target_float op = target_float_in(e, d->floats);
	struct target_vector_work work = {0};
	if (e->type.lanes > 1 && target_is_by_bits(op) && op != TARGET_FLOAT_NONE)
		target_vector_float(&work, op, e->type, 1);
	d->found |= work.multiplies + work.others >= DEAR;
	return true;
}

static bool is_plain(const struct tir_stmt *s)
{
	unsigned not_plain = TIR_HAS_EFFECT | TIR_HAS_ADDRESS | TIR_HAS_LET;
	return s->kind == TIR_STORE && !tir_mask_of(s) && !(tir_stmt_flags(s) & not_plain);
}

/* Is it a loop from 0 over stores of vectors, of which one is dear?  All lanes of all iterations, or 0. */
static int64_t vectors_of(const struct overlap *w, const struct tir_stmt *s)
{
	struct dear d = {.floats = w->options->floats};
	if (s->kind != TIR_FOR || s->for_kind != TIR_SERIAL)
		return 0;
	const struct tir_for *l = tir_as_for(s);
	if ((l->more->attr && l->more->attr->n) || l->more->tag || l->min.e->op != TIR_INT_IMM ||
	        l->min.e->u.i != 0 || l->extent.e->op != TIR_INT_IMM)
		return 0;
	int64_t step = tir_loop_step(s), n = l->extent.e->u.i;
	for (const struct tir_stmt *t = tir_body(s)->first; t; t = t->next) {
		if (!is_plain(t) || tir_value_of(t)->type.lanes != step)
			return 0;
		tir_walk_expr(tir_value_of(t), w->arena, find_dear, &d);
	}
	return d.found && step <= LANES && n % step == 0 && n / step >= LEAST ? n : 0;
}

/* Does the loop, over so many elements, do nothing but sums of float32, an instruction each, in elements that no iteration moves? */
static bool are_sums(const struct overlap *w, const struct tir_stmt *loop, int64_t elements)
{
	if (!loop || !loops_is_counted(loop) || tir_as_for(loop)->extent.e->u.i != elements)
		return false;
	for (const struct tir_stmt *s = tir_body(loop)->first; s; s = s->next) {
		const struct tir_expr *e = is_plain(s) ? tir_value_of(s) : NULL;
		if (!e || e->op != TIR_ADD || !tir_is_float(e->type) || e->type.bits != 32 ||
		        e->type.lanes != 1)
			return false;
		struct access a = access_of_store(s, FACTS_NO_LOOP);
		if (!access_is_invariant(w->facts, &a, facts_loop(w->facts, loop)))
			return false;
	}
	return tir_body(loop)->first != NULL;
}

/* Does the load name, in each iteration of the sums, the element that the vectors' store writes in the lane of that number? */
static bool is_lane(struct overlap *w, const struct access *store, const struct access *load,
        const struct tir_expr *vectors, const struct tir_var *sums)
{
	uint32_t n = access_rank(store);
	struct tir_subst s = {.m = w->m, .arena = w->arena};
	if (store->buffer != load->buffer || n == 0 || n != access_rank(load))
		return false;
	tir_subst_var(&s, sums, vectors);
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_expr *e = access_index(store, i);
		if (i + 1 == n &&
		        (e->op != TIR_RAMP || !tir_is_const_int(e->arg[1]) || e->arg[1]->u.i != 1))
			return false;
		if (tir_subst_expr(&s, access_index(load, i)) != (i + 1 == n ? e->arg[0] : e))
			return false;
	}
	return true;
}

/* May the sums of one vector be done behind it?  The vectors touch nothing that sums store to, and what they store the sums load lane by lane. */
static bool may_follow(struct overlap *w, const struct tir_stmt *vectors,
        const struct tir_stmt *sums)
{
	struct access_list x, y;
	access_collect(w->facts, tir_body(vectors), ACCESSES, FACTS_NO_LOOP, w->arena, &x);
	access_collect(w->facts, tir_body(sums), ACCESSES, FACTS_NO_LOOP, w->arena, &y);
	bool ok = x.whole && y.whole;
	for (uint32_t i = 0; ok && i < x.all.n; i++)
		for (uint32_t k = 0; ok && k < y.all.n; k++) {
			const struct access *a = &x.all.at[i], *b = &y.all.at[k];
			bool read_only = a->kind == ACCESS_READ && b->kind == ACCESS_READ;
			ok = read_only || !alias_may(w->facts, a->buffer, b->buffer) ||
			     (b->kind == ACCESS_READ &&
			             is_lane(w, a, b, tir_as_for(vectors)->var->expr,
			                     tir_as_for(sums)->var));
		}
	return ok;
}

/* ---- Longer vectors ------------------------------------------------------------------------*/
/* What several iterations of the loop do at once. */
struct longer {
	struct overlap *w;
	const struct tir_stmt *loop;
	uint32_t times;
};

/* Is e neither the loop's variable, nor a load of what the loop stores to?  Its body defines no names. */
static bool misses(void *ctx, const struct tir_expr *e)
{
	const struct longer *l = ctx;
	bool apart = e->op != TIR_MASKED_LOAD && e != tir_as_for(l->loop)->var->expr;
	for (const struct tir_stmt *s = tir_body(l->loop)->first; s && e->op == TIR_LOAD && apart;
	        s = s->next)
		apart = !alias_may(l->w->facts, tir_buffer_of(s), e->u.buffer);
	return apart;
}

/* Is e the same in all iterations? */
static bool stays(const struct longer *l, const struct tir_expr *e)
{
	struct longer look = *l;
	return tir_walk_expr(e, l->w->arena, misses, &look);
}

/* Does e go on with the loop's variable, element by element? */
static bool goes_on(const struct longer *l, const struct tir_expr *e)
{
	const struct tir_expr *i = tir_as_for(l->loop)->var->expr;
	return e == i || (e->op == TIR_ADD && ((e->arg[0] == i && stays(l, e->arg[1])) ||
	                                              (e->arg[1] == i && stays(l, e->arg[0]))));
}

static const struct tir_expr *longer(const struct longer *l, const struct tir_expr *e);

/* The node on more lanes; NULL: it is another one in each iteration, or nothing is known of its lanes. */
static const struct tir_expr *longer_node(const struct longer *l, const struct tir_expr *e)
{
	enum { OPERANDS = 4 };
	const struct tir_expr *arg[OPERANDS];
	struct longer look = *l;
	bool known = false;
	switch (e->op) {
	case TIR_LOAD: known = e->n <= OPERANDS && misses(&look, e); break;
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_CALL:
	case TIR_SELECT: known = e->n <= OPERANDS; break;
	default: break;
	}
	for (uint32_t i = 0; i < e->n && known; i++) {
		arg[i] = longer(l, e->arg[i]);
		known = arg[i] != NULL;
	}
	struct tir_type t = tir_lanes(e->type, (uint16_t)(e->type.lanes * l->times));
	return known ? tir_make(l->w->m, (enum tir_op)e->op, t, e->u.bits, e->n, arg) : NULL;
}

/* e, on more lanes if it is a vector; NULL: none such is known. */
static const struct tir_expr *longer(const struct longer *l, const struct tir_expr *e)
{
	unsigned lanes = e->type.lanes * l->times;
	if (e->type.lanes == 1)
		return stays(l, e) ? e : NULL;
	if (e->op == TIR_BROADCAST)
		return stays(l, e->arg[0]) ? tir_broadcast(l->w->m, e->arg[0], lanes) : NULL;
	if (e->op != TIR_RAMP)
		return longer_node(l, e);
	bool rows = tir_is_const_int(e->arg[1]) && e->arg[1]->u.i == 1 && goes_on(l, e->arg[0]);
	return rows ? tir_ramp(l->w->m, e->arg[0], e->arg[1], lanes) : NULL;
}

/* The store of longer vectors; NULL: it cannot be one. */
static struct tir_stmt *longer_store(const struct longer *l, const struct tir_stmt *s)
{
	struct tir_stmt *out = tir_stmt_copy(l->w->m->arena, s);
	for (uint32_t i = 0; i < s->nindex; i++)
		if (!(tir_as_store(out)->index[i].e = longer(l, tir_as_store(s)->index[i].e)))
			return NULL;
	tir_as_store(out)->value.e = longer(l, tir_value_of(s));
	return tir_value_of(out) ? out : NULL;
}

/* The loop with vectors of as many registers as LLVM keeps well, which are done beside each other; itself, if they cannot be longer. */
static const struct tir_stmt *longer_loop(struct overlap *w, const struct tir_stmt *loop, int64_t n)
{
	struct longer l = {w, loop, (uint32_t)(LANES / tir_loop_step(loop))};
	struct tir_seq body = {0};
	if (l.times < 2 || n % LANES || n < LEAST * LANES || LANES % tir_loop_step(loop))
		return loop;
	for (const struct tir_stmt *s = tir_body(loop)->first; s; s = s->next) {
		struct tir_stmt *copy = longer_store(&l, s);
		if (!copy)
			return loop;
		tir_seq_add(&body, copy);
	}
	struct tir_stmt *out = tir_stmt_copy(w->m->arena, loop);
	struct tir_operand *step = &tir_loop_more(w->m->arena, out)->step;
	step->e = tir_int(w->m, step->e->type, LANES);
	tir_set_body(out, body);
	return out;
}

/* ---- The new loop ------------------------------------------------------------------------*/
/* The body of the loop with a number more than `in` (NULL: that number) in the place of its variable. */
static struct tir_seq body_at(struct overlap *w, const struct tir_stmt *loop,
        const struct tir_expr *in, int64_t more)
{
	struct tir_subst copy = {.m = w->m, .arena = w->arena};
	const struct tir_var *v = tir_as_for(loop)->var;
	const struct tir_expr *n = tir_int(w->m, v->type, more);
	tir_subst_var(&copy, v, !in ? n : more ? tir_binary(w->m, TIR_ADD, in, n) : in);
	return tir_subst_seq(&copy, tir_body(loop));
}

/* The loop with another body and number of iterations. */
static struct tir_stmt *loop_of(struct overlap *w, const struct tir_stmt *like, int64_t extent,
        struct tir_seq body)
{
	struct tir_stmt *s = tir_stmt_copy(w->m->arena, like);
	tir_as_for(s)->extent.e = tir_int(w->m, tir_as_for(like)->extent.e->type, extent);
	tir_set_body(s, body);
	return s;
}

/* Add to out the two loops as one, if they are such loops. */
static bool add_both(struct overlap *w, const struct tir_stmt *vectors, struct tir_seq *out)
{
	const struct tir_stmt *sums = vectors->next;
	int64_t n = vectors_of(w, vectors), step = n ? tir_loop_step(vectors) : 0;
	if (!n || !are_sums(w, sums, n) || !may_follow(w, vectors, sums))
		return false;
	vectors = longer_loop(w, vectors, n);
	step = tir_loop_step(vectors);
	const struct tir_expr *i = tir_as_for(vectors)->var->expr, *j = tir_as_for(sums)->var->expr;
	tir_seq_append(out, body_at(w, vectors, NULL, 0));
	struct tir_seq body = body_at(w, vectors, i, step);
	for (int64_t k = 0; k < step; k++)
		tir_seq_append(&body, body_at(w, sums, i, k));
	tir_seq_add(out, loop_of(w, vectors, n - step, body));
	tir_seq_add(out, loop_of(w, sums, step, body_at(w, sums, j, n - step)));
	VEC_PUSH(w->arena, &w->report->all,
	        ((struct loops_vectorized){LOOPS_OVERLAPPED, vectors, 0}));
	return w->gone = true;
}

/* Leave out the sums that went into the loop before; look at each loop with what is behind it. */
static enum tir_fate visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct overlap *w = ctx;
	if (w->gone) {
		w->gone = false;
		return TIR_REPLACED;
	}
	return add_both(w, s, out) ? TIR_REPLACED : TIR_LOOKED_AT;
}

struct tir_func *loops_overlap(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	const struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct overlap w = {.m = f->module,
	        .arena = arena,
	        .options = options,
	        .facts = facts_begin(f, &known, arena),
	        .report = vectors};
	struct tir_seq body;
	vectors->all.n = 0;
	bool any = tir_seq_change(w.m->arena, &f->body, visit, &w, &body);
	return any ? tir_func_with_body(f, body) : f;
}
