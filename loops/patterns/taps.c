/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/taps.c: window reductions (pooling, depthwise convolution) as one expression: full unroll of the window.
 *
 * Idea.   In for x: S[x] = 0; for i, j: S[x] = S[x] + A[x + j, ...] * W[i, j] the window's loops are short, and neighbouring x load
 *         neighbours.  As vectors such loops load and store S in each iteration, and no instruction sees two window elements.  So the
 *         loops become one sum of all window elements: S[x] = 0 + A[x] * W[0] + A[x + 1] * W[1] + ...  Loops over a window that lie
 *         around the loop over x go inside.
 * Needs   loops from 0 on with constant extents; integers of up to 32 bits.
 * Keeps   the order in which each element's terms are added.
 * Costs   a copy of each term for each window element.
 * Wrong if an element is read or stored in between: proof/replay/replay.c runs both functions on symbols. */
#include "loops/patterns/taps.h"
#include "loops/loops.h"
#include "loops/nest/counted.h"
#include "loops/nest/growth.h"
#include "loops/nest/private.h"
#include "loops/nest/refuse.h"
#include "loops/nest/replace.h"
#include "target/target.h"

enum {
	LOOPS = 8,
	MOST_TAPS = 64,
	MOST_NODES = 800, /* of a sum */
	LEAST_LANES = 128,
	DEEP = 64, /* operands of a tap */
	SHORT = 16
};

struct taps {
	const struct tir_func *f;
	const struct facts *facts;
	struct tir_module *m;
	struct arena *scratch;
	struct loops_vectors *out;
	/* The loops of a nest with nothing between, from the outside; which of them go over the window. */
	const struct tir_stmt *loop[LOOPS];
	bool over[LOOPS];
	uint32_t n;
	int64_t taps;                /* iterations of these */
	const struct tir_stmt *lane; /* the loop whose iterations become lanes */
	bool bytes;                  /* sums of bytes alone are wanted */
	struct loops_doubt doubt;    /* what there is to say if it is no such sum */
};
/* S = S + term; perhaps `if i == 0 and j == 0: S = init` before it. */
struct sum {
	const struct tir_stmt *store;
	const struct tir_expr *term, *init;
};

/* ---- What is read ------------------------------------------------------------------------*/
static int64_t extent(const struct tir_stmt *loop)
{
	return tir_as_for(loop)->extent.e->u.i;
}

/* Add the loops from s on to the nest; the body of the last one, NULL: they are others, or too many. */
static const struct tir_seq *read_loops(struct taps *t, const struct tir_stmt *s)
{
	for (;; s = tir_body(s)->first) {
		if (t->n == LOOPS || !loops_is_counted(s))
			return NULL;
		t->over[t->n] = false;
		t->loop[t->n++] = s;
		const struct tir_stmt *first = tir_body(s)->first;
		if (!first || first->next || first->kind != TIR_FOR)
			return tir_body(s);
	}
}

/* Do both statements store to the same element? */
static bool is_same_place(const struct tir_stmt *a, const struct tir_stmt *b)
{
	if (a->kind != TIR_STORE || b->kind != TIR_STORE || tir_mask_of(a) || tir_mask_of(b) ||
	        tir_as_store(a)->buffer != tir_as_store(b)->buffer || a->nindex != b->nindex)
		return false;
	for (uint32_t i = 0; i < a->nindex; i++)
		if (tir_as_store(a)->index[i].e != tir_as_store(b)->index[i].e)
			return false;
	return true;
}

/* Does e load the element that the statement stores to? */
static bool is_element(const struct tir_stmt *store, const struct tir_expr *e)
{
	const struct tir_store *s = tir_as_store(store);
	if (e->op != TIR_LOAD || e->u.buffer != s->buffer || e->n != store->nindex)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->arg[i] != s->index[i].e)
			return false;
	return true;
}

/* Is the condition true in the first iteration of the n loops alone: v == 0 for each that has others? */
static bool is_first(const struct taps *t, uint32_t from, const struct tir_expr *e, uint32_t *found)
{
	if (e->op == TIR_AND)
		return is_first(t, from, e->arg[0], found) && is_first(t, from, e->arg[1], found);
	if (e->op != TIR_EQ || e->arg[1]->op != TIR_INT_IMM || e->arg[1]->u.i != 0)
		return false;
	for (uint32_t l = from; l < t->n; l++)
		if (t->over[l] && tir_as_for(t->loop[l])->var->expr == e->arg[0]) {
			*found |= 1u << l;
			return true;
		}
	return false;
}

/* Is s an `if` that sets the sum to a constant in the first iteration of all reducing loops?  Then x->init is that
 * constant. */
static bool read_init(const struct taps *t, uint32_t from, const struct tir_stmt *s, struct sum *x)
{
	const struct tir_stmt *set = tir_body(s)->first;
	uint32_t found = 0, all = 0;
	if (s->kind != TIR_IF || tir_orelse(s)->first || !set || set->next ||
	        !is_same_place(set, x->store) || tir_value_of(set)->op != TIR_INT_IMM)
		return false;
	for (uint32_t l = from; l < t->n; l++)
		all |= t->over[l] && extent(t->loop[l]) > 1 ? 1u << l : 0;
	x->init = tir_value_of(set);
	return is_first(t, from, tir_value_of(s), &found) && (found & all) == all;
}

/* S = S + term, alone or behind the store under a condition; the window's loops are those from `from` on that S does not name. */
static bool read_sum(struct taps *t, uint32_t from, const struct tir_seq *body, struct sum *x)
{
	const struct tir_stmt *first = body->first, *s = first && first->next ? first->next : first;
	if (!s || s->next || s->kind != TIR_STORE || !s->nindex || tir_mask_of(s) ||
	        !tir_is_int(tir_as_store(s)->buffer->elem) ||
	        tir_as_store(s)->buffer->elem.bits > 32 || tir_value_of(s)->op != TIR_ADD)
		return false;
	const struct tir_expr *e = tir_value_of(s);
	uint32_t own = is_element(s, e->arg[1]);
	int64_t taps = 1;
	*x = (struct sum){s, e->arg[!own], NULL};
	if (!is_element(s, e->arg[own]) || x->term->flags & (TIR_HAS_EFFECT | TIR_HAS_LET))
		return false;
	for (uint32_t l = from; l < t->n; l++) {
		t->over[l] = true;
		for (uint32_t i = 0; i < s->nindex; i++)
			t->over[l] &= !facts_names(t->facts, tir_as_store(s)->index[i].e,
			        tir_as_for(t->loop[l])->var);
		taps *= t->over[l] ? extent(t->loop[l]) : 1;
		if (taps > MOST_TAPS)
			return false;
	}
	t->taps = taps;
	return taps > 1 && (s == first || read_init(t, from, first, x));
}

/* What the loads of a term do along the lanes. */
struct loads {
	const struct tir_var *lane;
	const struct tir_buffer *sum;
	uint32_t nodes;
	bool rows; /* one is of neighbours */
};

static bool is_tap(const struct tir_expr *e)
{
	bool product = e->op == TIR_MUL && (target_vector_is_tap(e->arg[0], e->arg[1]) ||
	                                           target_vector_is_tap(e->arg[1], e->arg[0]));
	return product || target_vector_is_tap(e, NULL);
}

/* A byte, widened; perhaps a number instead of it, where it lies outside. */
static bool is_byte(const struct tir_expr *e)
{
	if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE)
		return (is_byte(e->arg[1]) && e->arg[2]->op == TIR_INT_IMM) ||
		       (is_byte(e->arg[2]) && e->arg[1]->op == TIR_INT_IMM);
	return e->op == TIR_CAST && tir_is_int(e->type) && e->type.bits > 8 &&
	       e->arg[0]->op == TIR_LOAD && e->arg[0]->type.bits == 8;
}

/* Is e small, without the lane's variable outside indices, and does each load stay or go on by one element as the lane
 * does? */
static bool read_loads(const struct taps *t, const struct tir_expr *e, struct loads *x)
{
	int64_t by;
	if (++x->nodes > MOST_NODES || e->depth > DEEP)
		return false;
	if (e->op == TIR_VAR)
		return e != x->lane->expr;
	for (uint32_t i = 0; i < e->n && e->op != TIR_LOAD; i++)
		if (!read_loads(t, e->arg[i], x))
			return false;
	if (e->op != TIR_LOAD)
		return !e->n || (tir_is_integral(e->type) && !tir_node_traps(e));
	if (alias_may(t->facts, e->u.buffer, x->sum) ||
	        !loops_growth_of(t->facts, e->n, e->arg, x->lane, &by))
		return false;
	x->nodes += 4;
	x->rows |= by == 1;
	return by == 0 || by == 1;
}

/* The iterations of the innermost loops of the first n, without those over the window. */
static int64_t row_of(const struct taps *t, uint32_t n)
{
	int64_t row = 1;
	for (uint32_t l = n; l-- > 0 && row < LEAST_LANES;)
		row *= t->over[l] ? 1 : extent(t->loop[l]);
	return row;
}

/* Are the lane loop's iterations next to each other, and their sums, too, or is there one element for each? */
static bool is_row(struct taps *t, const struct tir_stmt *lane, const struct sum *x)
{
	const struct tir_store *s = tir_as_store(x->store);
	struct loads loads = {.lane = tir_as_for(lane)->var, .sum = s->buffer};
	const struct tir_expr *index[TIR_MAX_RANK];
	int64_t by;
	for (uint32_t i = 0; i < x->store->nindex; i++)
		index[i] = s->index[i].e;
	bool term = t->bytes ? is_byte(x->term) : is_tap(x->term);
	if (term && !t->bytes)
		loops_looks(&t->doubt, x->store);
	bool row = loops_growth_of(t->facts, x->store->nindex, index, loads.lane, &by) &&
	           (by == 1 || (by == 0 && private_is_small(s->buffer, 1))) &&
	           read_loads(t, x->term, &loads) && loads.rows &&
	           t->taps * loads.nodes <= MOST_NODES;
	return term &&
	       loops_holds(&t->doubt,
	               t->bytes ? extent(lane) > 1
	                        : taps_is_long(t->facts, x->term, lane, LEAST_LANES),
	               LOOPS_TAPS_SHORT) &&
	       loops_holds(&t->doubt, row, LOOPS_TAPS_ROW);
}

/* How often e loads from b; 2 or more if that cannot be said within so many nodes. */
static uint32_t count_within(const struct tir_expr *e, const struct tir_buffer *b, uint32_t *nodes)
{
	enum { MANY = 2 };
	if (!*nodes)
		return MANY;
	--*nodes;
	uint32_t n = e->op == TIR_LOAD && e->u.buffer == b;
	for (uint32_t i = 0; i < e->n && e->flags & TIR_READS_MEM; i++)
		n += count_within(e->arg[i], b, nodes);
	return n;
}

/* How often e loads from the buffer; many times, if e is large. */
static uint32_t count_loads(const struct tir_expr *e, const struct tir_buffer *b)
{
	uint32_t nodes = MOST_NODES;
	return count_within(e, b, &nodes);
}

/* ---- What is made ------------------------------------------------------------------------*/
/* sum + the terms of all iterations of the window's loops from number l on. */
static const struct tir_expr *add_taps(struct taps *t, uint32_t l, struct tir_subst *at,
        const struct sum *x, const struct tir_expr *sum)
{
	while (l < t->n && !t->over[l])
		l++;
	if (l == t->n)
		return tir_binary(t->m, TIR_ADD, sum, tir_subst_expr(at, x->term));
	const struct tir_for *loop = tir_as_for(t->loop[l]);
	for (int64_t i = 0; i < extent(t->loop[l]); i++) {
		tir_subst_var(at, loop->var, tir_int(t->m, loop->var->type, i));
		sum = add_taps(t, l + 1, at, x, sum);
	}
	return sum;
}

/* init + all terms */
static const struct tir_expr *whole_sum(struct taps *t, uint32_t from, const struct sum *x,
        const struct tir_expr *init)
{
	struct tir_subst at = {.m = t->m, .arena = t->scratch};
	return add_taps(t, from, &at, x, init);
}

/* The store of all terms to the element, which is set first. */
static struct tir_stmt *sum_of(struct taps *t, uint32_t from, const struct sum *x)
{
	return tir_store_like(t->m->arena, x->store, whole_sum(t, from, x, x->init));
}

/* Add the sum: as a statement, or let the statement before, which sets the element to something else, set it to the sum;
 * false: there is none. */
static bool add_sum(struct taps *t, struct tir_seq *out, uint32_t from, const struct sum *x)
{
	struct tir_stmt *set = out->last;
	if (x->init) {
		tir_seq_add(out, sum_of(t, from, x));
		return true;
	}
	bool sets = set && is_same_place(set, x->store) &&
	            !count_loads(tir_value_of(set), tir_as_store(x->store)->buffer);
	if (sets)
		tir_as_store(set)->value.e = whole_sum(t, from, x, tir_value_of(set));
	return sets;
}

/* The loops but those over the window, around the statements; false: a row is too short, and cannot be computed as if it were not. */
static bool add_nest(struct taps *t, uint32_t n, struct tir_seq body, struct tir_seq *out)
{
	struct tir_seq memory = {0};
	bool inner = true;
	for (uint32_t l = n; l-- > 0;) {
		if (t->over[l])
			continue;
		struct tir_stmt *s = tir_stmt_copy(t->m->arena, t->loop[l]);
		tir_set_body(s, body);
		body = (struct tir_seq){0};
		if (!inner || t->bytes || extent(s) >= LEAST_LANES)
			tir_seq_add(&body, s);
		else if (!taps_overrun(t->m, t->facts, s, LEAST_LANES, &memory, &body))
			return false;
		inner = false;
	}
	tir_seq_append(out, memory);
	tir_seq_append(out, body);
	return true;
}

static void note(struct taps *t, const struct tir_stmt *lane)
{
	struct loops_vectorized x = {LOOPS_TAPS, lane, (uint32_t)t->taps};
	VEC_PUSH(t->scratch, &t->out->all, x);
}

/* The loops alone, around one sum. */
static bool take_loops(struct taps *t, const struct tir_seq *body, struct tir_seq *out)
{
	struct tir_seq new = {0};
	struct sum x;
	uint32_t lane = t->n;
	if (!read_sum(t, 0, body, &x))
		return false;
	while (lane > 0 && t->over[lane - 1])
		lane--;
	if (!lane || !x.init || !is_row(t, t->loop[lane - 1], &x))
		return false;
	tir_seq_add(&new, sum_of(t, 0, &x));
	if (!add_nest(t, t->n, new, out))
		return false;
	note(t, t->loop[lane - 1]);
	return true;
}

/* ---- Sums that one statement needs -------------------------------------------------------*/
/* The store behind s and behind bindings that do not name b, or NULL. */
static struct tir_stmt *store_behind(const struct tir_stmt *s, const struct tir_buffer *b)
{
	struct tir_stmt *user = s->next;
	while (user && user->kind == TIR_BIND && !private_stmt_names(user, b))
		user = user->next;
	return user && user->kind == TIR_STORE ? user : NULL;
}

/* May the sum stand in the value of the store behind it: does nothing else use its element, an allocation's? */
static bool is_used_once(const struct taps *t, const struct tir_stmt *s,
        const struct tir_stmt *user)
{
	enum { USES = 3 };
	const struct tir_buffer *b = tir_as_store(s)->buffer;
	const struct tir_stmt *lane = t->lane;
	uint32_t uses = user ? count_loads(tir_value_of(user), b) : 0;
	if (!uses || uses > (t->bytes ? USES : 1) || !private_is_small(b, 1) ||
	        count_loads(tir_value_of(s), b) || tir_as_store(user)->buffer == b ||
	        tir_mask_of(user))
		return false;
	for (uint32_t i = 0; i < user->nindex; i++)
		if (count_loads(tir_as_store(user)->index[i].e, b))
			return false;
	for (const struct tir_stmt *u = user->next; u; u = u->next)
		if (private_stmt_names(u, b))
			return false;
	return !private_is_named(&t->f->body, b, lane);
}

/* The sum in the place of its element in e. */
static const struct tir_expr *with_sum(struct taps *t, const struct tir_stmt *sum,
        const struct tir_expr *e)
{
	const struct tir_expr *arg[TIR_MAX_OPERANDS];
	if (is_element(sum, e))
		return tir_value_of(sum);
	if (!count_loads(e, tir_as_store(sum)->buffer) || e->n > TIR_MAX_OPERANDS)
		return e;
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = with_sum(t, sum, e->arg[i]);
	return tir_with_args(t->m, e, arg);
}

/* The statements, but for sums that only the statement behind them uses: it computes them itself. */
static struct tir_seq inlined(struct taps *t, struct tir_seq body)
{
	struct tir_seq out = {0};
	for (struct tir_stmt *s = body.first, *next; s; s = next) {
		next = s->next;
		struct tir_stmt *user = s->kind == TIR_STORE
		                                ? store_behind(s, tir_as_store(s)->buffer)
		                                : NULL;
		if (user && is_used_once(t, s, user))
			tir_as_store(user)->value.e = with_sum(t, s, tir_value_of(user));
		else
			tir_seq_add(&out, s);
	}
	return out;
}

/* Does the sum, made by s, fit 16 bits, and what is made of it, too?  That alone is told of sums of bytes: what else fails is told
 * of the sums of later passes. */
static bool is_narrow(struct taps *t, uint32_t n, const struct tir_stmt *s, const struct sum *x)
{
	const struct tir_buffer *b = tir_as_store(x->store)->buffer;
	const struct tir_stmt *user = store_behind(s, b);
	int64_t lo, hi;
	loops_looks(&t->doubt, x->store);
	return user && row_of(t, n) >= LEAST_LANES && tir_value_of(user)->type.bits <= SHORT &&
	       range_limits(t->facts, x->term, &lo, &hi) && lo * t->taps >= INT16_MIN &&
	       hi * t->taps <= INT16_MAX;
}

/* Loops around statements, of which some are loops over windows. */
static bool take_body(struct taps *t, const struct tir_seq *body, struct tir_seq *out)
{
	uint32_t n = t->n;
	const struct tir_stmt *lane = t->loop[n - 1];
	struct tir_seq new = {0};
	bool any = false;
	for (const struct tir_stmt *s = body->first; s; s = s->next) {
		struct sum x;
		t->n = n;
		const struct tir_seq *inner = s->kind == TIR_FOR ? read_loops(t, s) : NULL;
		bool all = inner && read_sum(t, n, inner, &x) && is_row(t, lane, &x) &&
		           (!t->bytes || loops_holds(&t->doubt, is_narrow(t, n, s, &x),
		                                 LOOPS_TAPS_NARROW));
		for (uint32_t l = n; all && l < t->n; l++)
			all = t->over[l];
		if (all && add_sum(t, &new, n, &x)) {
			any = true;
			loops_take_back(t->out, x.store);
			continue;
		}
		loops_refuse(t->out, t->scratch, lane, &t->doubt);
		t->doubt = loops_no_doubt();
		tir_seq_add(&new, tir_stmt_copy(t->m->arena, s));
	}
	t->lane = lane;
	if (!any || !add_nest(t, n, inlined(t, new), out))
		return false;
	note(t, lane);
	return true;
}

/* Put what stands for the nest in its place, as a sum alone or around statements; false: nothing does. */
static bool take(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct taps *t = ctx;
	t->n = 0;
	t->doubt = loops_no_doubt();
	const struct tir_seq *body = read_loops(t, s);
	if (body && !t->bytes && take_loops(t, body, out)) {
		loops_take_back(t->out, t->doubt.of);
		return true;
	}
	loops_refuse(t->out, t->scratch, s, &t->doubt);
	t->doubt = loops_no_doubt();
	return body && take_body(t, body, out);
}

/* f with window reductions as one expression; `bytes`: only those whose result is short. */
static struct tir_func *taps(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors, bool bytes)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct taps *t = ARENA_NEW(arena, struct taps);
	*t = (struct taps){.m = f->module,
	        .f = f,
	        .facts = facts_begin(f, &known, arena),
	        .scratch = arena,
	        .out = vectors,
	        .bytes = bytes};
	vectors->all.n = 0;
	if (options->lanes && options->lanes < LEAST_LANES)
		return f;
	return loops_replace_alone(f, take, t);
}

struct tir_func *loops_taps(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	return taps(f, options, arena, vectors, false);
}

struct tir_func *loops_byte_sums(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	return taps(f, options, arena, vectors, true);
}
