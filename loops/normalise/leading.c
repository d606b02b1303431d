/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/leading.c: the place of the greatest or least element of a row, as two reductions.
 *
 * Idea    for c: if A[c] > B: B = A[c]; O = c, however that is written, waits for each iteration. What leads is one reduction, and the first
 *         place where it stands is another one:
 *           for c: lead = max(lead, A[c])
 *           for c: place = min(place, c if A[c] == lead else n - 1)
 *         The body is then done once, of what leads and its place, with what B and O held before.
 * Needs   a loop from 0 on with a constant extent around two stores to elements that it does not move, perhaps under one condition, and perhaps behind
 *         what they begin with in the first iteration.  Both are taken where the element is above B, and neither where it is below.
 *         Where it equals B, O may be taken if c is less than it, or greater, or never.  c rises.
 * Keeps   loops of few iterations, and along columns, of which LLVM makes no good vectors.
 * Costs   each loop once, and two copies of it.
 * Wrong if another place is found where several elements lead. */
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/counted.h"
#include "loops/nest/growth.h"
#include "loops/nest/replace.h"

/* What is left over of vectors LLVM does one by one, which is dearer than the loop as it was: at most a fifth. */
enum { LANES = 64, PART = 4, LONGEST = 1 << 24 };

/* What an expression of the body is: what is looked at, what led before, its place, and the place before. */
enum token { ELEMENT, BEFORE, PLACE, PLACE_BEFORE, NO, YES, UNKNOWN };

struct leading {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	/* Of the loop that is looked at. */
	const struct tir_stmt *loop;
	const struct tir_stmt *init;  /* what is done in the first iteration alone, or NULL */
	const struct tir_stmt *guard; /* the `if` around the stores, or NULL */
	const struct tir_stmt *first; /* the first of the two stores */
	const struct tir_stmt *value, *index; /* the store of what leads, and of its place */
	const struct tir_expr *element, *place;
	int64_t n;
	/* Of the case that is looked at: -1, 0 or 1. */
	int by_value;      /* how the element compares to what led before, */
	int by_place;      /* and the place before to this place */
	enum token now[2]; /* what B and O hold */
};

/* ---- Which loops -------------------------------------------------------------------------*/
static bool is_steady(struct leading *w, const struct tir_stmt *store)
{
	for (uint32_t i = 0; i < store->nindex; i++) {
		const struct tir_expr *e = tir_as_store(store)->index[i].e;
		if (e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET) ||
		        facts_names(w->facts, e, tir_var_of(w->loop)))
			return false;
	}
	return store->kind == TIR_STORE && !tir_mask_of(store);
}

static bool is_pair(const struct tir_stmt *s)
{
	return s && s->kind == TIR_STORE && s->next && s->next->kind == TIR_STORE && !s->next->next;
}

/* Does the condition hold in the first iteration alone? */
static bool is_first(const struct leading *w, const struct tir_expr *e)
{
	const struct tir_expr *v = tir_var_of(w->loop)->expr;
	return (e->op == TIR_EQ && e->arg[0] == v && tir_is_number(e->arg[1], 0)) ||
	       (e->op == TIR_EQ && e->arg[1] == v && tir_is_number(e->arg[0], 0)) ||
	       (e->op == TIR_LT && e->arg[0] == v && tir_is_number(e->arg[1], 1));
}

static bool is_literal(const struct tir_stmt *s)
{
	return tir_value_of(s)->op == TIR_INT_IMM;
}

/* Read what is done in the first iteration alone, in front of the rest; what follows it. */
static const struct tir_stmt *read_init(struct leading *w, const struct tir_stmt *s)
{
	const struct tir_stmt *t = s && s->kind == TIR_IF ? tir_body(s)->first : NULL;
	w->init = NULL;
	if (!t || !s->next || tir_orelse(s)->first || !is_first(w, tir_value_of(s)) ||
	        !is_pair(t) || !is_literal(t) || !is_literal(t->next) || !is_steady(w, t) ||
	        !is_steady(w, t->next))
		return s;
	w->init = t;
	return s->next;
}

/* Find the two stores of the loop's body; false: there are others. */
static bool read_body(struct leading *w, const struct tir_stmt *loop)
{
	if (!loops_is_counted(loop) || tir_as_for(loop)->extent.e->u.i > LONGEST)
		return false;
	w->loop = loop;
	w->n = tir_as_for(loop)->extent.e->u.i;
	const struct tir_stmt *s = read_init(w, tir_body(loop)->first);
	w->guard = s && s->kind == TIR_IF && !s->next && !tir_orelse(s)->first ? s : NULL;
	w->first = w->guard ? tir_body(s)->first : s;
	return is_pair(w->first) && is_steady(w, w->first) && is_steady(w, w->first->next) &&
	       !alias_may(w->facts, tir_buffer_of(w->first), tir_buffer_of(w->first->next));
}

/* Is e what the store's element holds? */
static bool is_own(const struct tir_stmt *store, const struct tir_expr *e)
{
	bool same = e->op == TIR_LOAD && e->u.buffer == tir_buffer_of(store) &&
	            e->n == store->nindex;
	for (uint32_t i = 0; same && i < e->n; i++)
		same = e->arg[i] == tir_as_store(store)->index[i].e;
	return same;
}

static bool is_choice(const struct tir_expr *e)
{
	return e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
}

/* What the store may take beside what its element holds, by the shape of its value; NULL: there is nothing, or several. */
static const struct tir_expr *taken(const struct tir_stmt *store, const struct tir_expr *e)
{
	bool chooses = is_choice(e);
	if (!chooses && e->op != TIR_MIN && e->op != TIR_MAX)
		return is_own(store, e) ? NULL : e;
	const struct tir_expr *x = taken(store, e->arg[chooses]),
	                      *y = taken(store, e->arg[1 + chooses]);
	return x && y && x != y ? NULL : x ? x : y;
}

/* ---- What the body does in a case ----------------------------------------------------------*/
static enum token truth(bool is)
{
	return is ? YES : NO;
}

/* How x compares to y: -1, 0, 1; 2: that is not known. */
static int order_of(const struct leading *w, enum token x, enum token y)
{
	if (x == y && x < NO)
		return 0;
	if (x == ELEMENT && y == BEFORE)
		return w->by_value;
	if (x == BEFORE && y == ELEMENT)
		return -w->by_value;
	if (x == PLACE_BEFORE && y == PLACE)
		return w->by_place;
	if (x == PLACE && y == PLACE_BEFORE)
		return -w->by_place;
	return 2;
}

static enum token compared(const struct tir_expr *e, int order)
{
	bool less = e->op == TIR_LT || e->op == TIR_LE || e->op == TIR_NE,
	     more = e->op == TIR_GT || e->op == TIR_GE || e->op == TIR_NE,
	     same = e->op == TIR_EQ || e->op == TIR_LE || e->op == TIR_GE;
	return order == 2 ? UNKNOWN : truth(order < 0 ? less : order > 0 ? more : same);
}

/* What e is in the case. */
static enum token token_of(const struct leading *w, const struct tir_expr *e)
{
	if (e == w->element)
		return ELEMENT;
	if (e == w->place)
		return PLACE;
	if (is_own(w->value, e))
		return w->now[0];
	if (is_own(w->index, e))
		return w->now[1];
	if (is_choice(e)) {
		enum token c = token_of(w, e->arg[0]);
		return c == YES || c == NO ? token_of(w, e->arg[c == YES ? 1 : 2]) : UNKNOWN;
	}
	if (e->op != TIR_AND && e->op != TIR_OR && e->op != TIR_NOT && e->op != TIR_MIN &&
	        e->op != TIR_MAX && !tir_ops[e->op].compare)
		return UNKNOWN;
	enum token x = token_of(w, e->arg[0]), y = e->n > 1 ? token_of(w, e->arg[1]) : NO;
	if (e->op == TIR_AND || e->op == TIR_OR) {
		enum token decides = e->op == TIR_OR ? YES : NO;
		if ((x != YES && x != NO) || (y != YES && y != NO))
			return UNKNOWN;
		return x == decides || y == decides ? decides : truth(e->op == TIR_AND);
	}
	if (e->op == TIR_NOT)
		return x == YES ? NO : x == NO ? YES : UNKNOWN;
	int order = order_of(w, x, y);
	if (e->op == TIR_MIN || e->op == TIR_MAX)
		return order == 2 ? UNKNOWN : (order > 0) == (e->op == TIR_MAX) ? x : y;
	return compared(e, order);
}

/* Do the body in the case: *value and *index are what the two elements hold then. */
static bool do_body(struct leading *w, int by_value, int by_place, enum token *value,
        enum token *index)
{
	w->by_value = by_value;
	w->by_place = by_place;
	w->now[0] = BEFORE;
	w->now[1] = PLACE_BEFORE;
	enum token does = w->guard ? token_of(w, tir_value_of(w->guard)) : YES;
	for (const struct tir_stmt *s = w->first; s && does == YES; s = s->next) {
		enum token x = token_of(w, tir_value_of(s));
		w->now[s == w->index] = x;
	}
	*value = w->now[0];
	*index = w->now[1];
	return does == YES || does == NO;
}

/* Does the body take both where the element is on that side of what led, and neither where it is on the other? */
static bool leads(struct leading *w, int side)
{
	enum token v, i;
	for (int by_place = -1; by_place <= 1; by_place++) {
		if (!do_body(w, side, by_place, &v, &i) || v != ELEMENT || i != PLACE ||
		        !do_body(w, -side, by_place, &v, &i) || v != BEFORE || i != PLACE_BEFORE)
			return false;
	}
	return true;
}

/* Which place of those that lead is found: -1 the first, 1 the last, 0 neither is known. */
static int found(struct leading *w)
{
	enum token v, below, above;
	if (!do_body(w, 0, -1, &v, &below) || (v != BEFORE && v != ELEMENT) ||
	        !do_body(w, 0, 1, &v, &above) || (v != BEFORE && v != ELEMENT))
		return 0;
	if ((below != PLACE && below != PLACE_BEFORE) || (above != PLACE && above != PLACE_BEFORE))
		return 0;
	return below == PLACE_BEFORE ? -1 : 1;
}

/* ---- Elements and places -------------------------------------------------------------------*/
/* Is the node no load of what the body stores, and along a row? */
static bool is_apart(void *ctx, const struct tir_expr *e)
{
	const struct leading *w = ctx;
	int64_t by;
	if (e->op == TIR_CALL || e->op == TIR_BUFFER_DATA || e->op == TIR_MASKED_LOAD)
		return false;
	return e->op != TIR_LOAD ||
	       (!alias_may(w->facts, e->u.buffer, tir_buffer_of(w->value)) &&
	               !alias_may(w->facts, e->u.buffer, tir_buffer_of(w->index)) &&
	               loops_growth_of(w->facts, e->n, e->arg, tir_var_of(w->loop), &by) &&
	               (by == 0 || by == 1));
}

/* Does the place rise with each iteration: is it the loop's variable, and a number? */
static bool rises(const struct leading *w, const struct tir_expr *e)
{
	int64_t lo, hi;
	if (e->op == TIR_CAST && tir_is_int(e->type) && e->type.bits >= 8 &&
	        range_limits(w->facts, e->arg[0], &lo, &hi) && lo >= 0 &&
	        (e->type.bits >= 32 || hi + 1 < INT64_C(1) << (e->type.bits - 1)))
		e = e->arg[0];
	if (e->op == TIR_ADD && e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i >= 0 &&
	        e->arg[1]->u.i < LONGEST)
		e = e->arg[0];
	return e == tir_var_of(w->loop)->expr;
}

static bool is_number(struct tir_type t)
{
	return t.lanes == 1 && t.bits >= 8 && t.bits <= 32 && tir_is_int(t);
}

/* Do vectors do most of the iterations? */
static bool is_long(const struct leading *w)
{
	int64_t rest = w->n % LANES;
	return w->n >= LANES && w->n - rest >= PART * rest;
}

/* Which of the two stores is of the place?  Read both. */
static bool read_stores(struct leading *w)
{
	const unsigned other = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	for (int swapped = 0; swapped < 2; swapped++) {
		w->index = swapped ? w->first->next : w->first;
		w->value = swapped ? w->first : w->first->next;
		w->place = taken(w->index, tir_value_of(w->index));
		w->element = taken(w->value, tir_value_of(w->value));
		if (w->place && w->element && w->place != w->element && rises(w, w->place))
			break;
		w->place = NULL;
	}
	return w->place && is_number(w->element->type) && !(w->element->flags & other) &&
	       w->element->flags & TIR_READS_MEM && is_long(w) &&
	       tir_walk_expr(w->element, w->arena, is_apart, w);
}

/* ---- The new statements ----------------------------------------------------------------------*/
static struct tir_type type_of_place(int64_t n)
{
	return tir_type(n <= UINT8_MAX + 1 ? TIR_TYPE_UINT : TIR_TYPE_INT,
	        n <= UINT8_MAX + 1   ? 8
	        : n <= INT16_MAX + 1 ? 16
	                             : 32,
	        1);
}

/* The element in as few bits as it was loaded in. */
static const struct tir_expr *unwidened(const struct tir_expr *e)
{
	const struct tir_expr *x = e->op == TIR_CAST ? e->arg[0] : e;
	bool fits = is_number(x->type) && x->type.bits < e->type.bits &&
	            (x->type.code == TIR_TYPE_UINT || e->type.code == TIR_TYPE_INT);
	return fits ? x : e;
}

/* Add a reduction of the term from a number on, in a copy of the loop; what it is in the end. */
static const struct tir_expr *add_reduction(struct leading *w, const char *name, enum tir_op op,
        struct tir_type t, int64_t begin,
        const struct tir_expr *(*term)(struct leading *w, const struct tir_expr *lead,
                struct tir_type t, int64_t begin),
        const struct tir_expr *lead, struct tir_seq *out)
{
	struct tir_subst fresh = {.m = w->m, .arena = w->arena};
	struct tir_buffer *b = tir_row_new(w->m, name, t, 1);
	struct span at = w->first->at;
	const struct tir_expr *zero = tir_int(w->m, TIR_INT32, 0),
	                      *own = tir_access(w->m, TIR_LOAD, b, 1, &zero);
	struct tir_stmt *loop = tir_stmt_copy(w->m->arena, w->loop),
	                *go_on = tir_store_new(w->m, b, 1, &zero,
	                        tir_binary(w->m, op, own, term(w, lead, t, begin)), at);
	loop->next = NULL;
	tir_set_body(loop, (struct tir_seq){go_on, go_on});
	struct tir_seq copy = {loop, loop};
	tir_seq_add(out, tir_alloc_new(w->m, b, at));
	tir_seq_add(out, tir_store_new(w->m, b, 1, &zero, tir_int(w->m, t, begin), at));
	tir_seq_append(out, tir_subst_seq(&fresh, &copy));
	return own;
}

/* What leads is found among the elements. */
static const struct tir_expr *term_of_lead(struct leading *w, const struct tir_expr *lead,
        struct tir_type t, int64_t begin)
{
	(void)lead;
	(void)t;
	(void)begin;
	return unwidened(w->element);
}

/* The place, where what leads stands there; else the number from which the search begins. */
static const struct tir_expr *term_of_place(struct leading *w, const struct tir_expr *lead,
        struct tir_type t, int64_t begin)
{
	const struct tir_expr *v = tir_var_of(w->loop)->expr;
	return tir_select(w->m, TIR_SELECT, tir_binary(w->m, TIR_EQ, unwidened(w->element), lead),
	        tir_type_eq(t, v->type) ? v : tir_cast(w->m, t, v), tir_int(w->m, t, begin));
}

static int64_t farthest(struct tir_type t, bool greatest)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	int64_t half = INT64_C(1) << (t.bits - 1);
	return greatest ? (is_signed ? half - 1 : 2 * half - 1) : is_signed ? -half : 0;
}

static const struct tir_expr *as(const struct leading *w, struct tir_type t,
        const struct tir_expr *e)
{
	return tir_type_eq(t, e->type) ? e : tir_cast(w->m, t, e);
}

/* Add statements of the text, with what is to stand for the element and the variable. */
static void add_body(const struct leading *w, const struct tir_stmt *s, struct tir_subst *by,
        struct tir_seq *out)
{
	struct tir_seq body = {0};
	for (; s; s = s->next) {
		struct tir_stmt *copy = tir_stmt_copy(w->m->arena, s);
		copy->next = NULL;
		tir_seq_add(&body, copy);
	}
	tir_seq_append(out, tir_subst_seq(by, &body));
}

/* Replace the loop, if it is one of these. */
static bool take(void *ctx, const struct tir_stmt *loop, struct tir_seq *out)
{
	struct leading *w = ctx;
	if (loop->kind != TIR_FOR || !read_body(w, loop) || !read_stores(w))
		return false;
	int side = leads(w, 1) ? 1 : leads(w, -1) ? -1 : 0, which = side ? found(w) : 0;
	if (!which)
		return false;
	struct tir_subst none = {.m = w->m, .arena = w->arena}, once = none;
	struct tir_type t = unwidened(w->element)->type;
	if (w->init)
		add_body(w, w->init, &none, out);
	const struct tir_expr *lead = add_reduction(w, "lead", side > 0 ? TIR_MAX : TIR_MIN, t,
	        farthest(t, side < 0), term_of_lead, NULL, out);
	const struct tir_expr *at = add_reduction(w, "place", which < 0 ? TIR_MIN : TIR_MAX,
	        type_of_place(w->n), which < 0 ? w->n - 1 : 0, term_of_place, lead, out);
	tir_subst_var(&once, tir_var_of(loop), as(w, tir_var_of(loop)->type, at));
	tir_subst_node(&once, w->element, as(w, w->element->type, lead));
	add_body(w, w->guard ? w->guard : w->first, &once, out);
	return true;
}

struct tir_func *loops_leading(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	const struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct leading w = {.m = f->module, .arena = arena, .facts = facts_begin(f, &known, arena)};
	(void)vectors;
	return loops_replace_alone(f, take, &w);
}
