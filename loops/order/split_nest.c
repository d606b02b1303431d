/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/split_nest.c: which loops are split at the conditions in them, and where (index-set splitting).
 *
 * Idea.   A padded window asks in each iteration whether it is inside: `1 <= y + ry`.  For each value of the window's
 *         variable that is true from one y on.  So a window becomes copies of its body, and the loop around one loop for each
 *         range of y in which no condition changes.  Loops whose iterations may become lanes together stay
 *         whole: there a condition is a constant for each lane.  The simplifier then folds what is known.
 *         Where a window is large, its loop stays whose conditions name no lane, and is split itself in each piece of the
 *         loop around: the copies are as many as one side of the window has iterations, not as both.  Where the copies
 *         would be too many still, the longest piece of each loop alone has them.
 *         A window that moves along what the lanes load becomes copies without a condition, too: in each of
 *         them it is known which lines of memory the lanes lie in.
 * Needs   flat statements; loops of constant bounds.
 * Keeps   the order of all iterations.
 * Costs   conditions times iterations of a loop and its windows. */
#include "loops/nest/private.h"
#include "loops/order/split.h"

enum {
	MOST_TIMES = 1 << 12, /* iterations of a loop that is split */
	VECTOR = 64,          /* iterations that fill a vector, or half of one */
};

uint32_t split_loop_of(const struct split_nest *n, const struct tir_var *v)
{
	for (uint32_t i = 0; i < n->nloops; i++)
		if (tir_as_for(n->loop[i].s)->var == v)
			return i;
	return UINT32_MAX;
}

/* ---- Loops -------------------------------------------------------------------------------*/
static const struct tir_stmt *only_loop(const struct tir_seq *s)
{
	return s->first && !s->first->next && s->first->kind == TIR_FOR ? s->first : NULL;
}

/* Is it a serial loop of step 1 whose bounds are constants, over a signed integer of 32 or more bits?  Neither bounds nor
 * iterations are too many. */
static bool is_countable(const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	struct tir_type t = l->var->type;
	return s->for_kind == TIR_SERIAL && !(l->more->attr && l->more->attr->n) && !l->more->tag &&
	       tir_loop_step(s) == 1 && t.code == TIR_TYPE_INT && t.bits >= 32 &&
	       l->min.e->op == TIR_INT_IMM && l->extent.e->op == TIR_INT_IMM &&
	       l->extent.e->u.i > 0 && l->extent.e->u.i <= MOST_TIMES &&
	       l->min.e->u.i > -MOST_TIMES && l->min.e->u.i < MOST_TIMES;
}

/* Add a loop to the nest; false with the reason: its form, or too many loops. */
static bool add_loop(struct split_nest *n, const struct tir_stmt *s, bool chain)
{
	if (!is_countable(s))
		return split_refuse(n, LOOPS_SPLIT_SHAPE);
	if (n->nloops == SPLIT_LOOPS)
		return split_refuse(n, LOOPS_SPLIT_LARGE);
	n->loop[n->nloops++] = (struct split_loop){.s = s, .chain = chain};
	return true;
}

/* The chain; its last loops, as long as those in them fill no vector, are lanes. */
static bool read_chain(struct split_nest *n, const struct tir_stmt *loop)
{
	for (const struct tir_stmt *s = loop; s; s = only_loop(n->body)) {
		if (!add_loop(n, s, true))
			return false;
		n->body = tir_body(s);
	}
	int64_t inner = 1;
	for (uint32_t i = n->nloops; i-- > 0 && inner < VECTOR; inner *= split_extent(&n->loop[i]))
		n->loop[i].lane = true;
	return true;
}

/* ---- Conditions --------------------------------------------------------------------------*/
static bool is_exact(struct tir_type t)
{
	return t.code == TIR_TYPE_INT && t.bits >= 32 && t.lanes == 1;
}

/* Take up a comparison, a minimum or a maximum that depends on loops of the nest alone. */
static bool add_condition(struct split_nest *n, const struct tir_expr *e)
{
	struct split_condition c = {.e = e};
	struct affine_sum s;
	affine_clear(&s);
	if (!is_exact(e->arg[0]->type) || e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT) ||
	        !affine_add(&s, affine_of(n->facts, e->arg[0]), 1) ||
	        !affine_add(&s, affine_of(n->facts, e->arg[1]), -1) || !s.n)
		return true;
	c.constant = s.constant;
	for (uint32_t i = 0; i < s.n; i++) {
		const struct affine_term *t = &s.term[i];
		uint32_t k = t->n == 1 && t->x[0]->op == TIR_VAR ? split_loop_of(n, t->x[0]->u.var)
		                                                 : UINT32_MAX;
		if (k == UINT32_MAX || t->factor > MOST_TIMES || t->factor < -MOST_TIMES)
			return true;
		c.by[k] = t->factor;
	}
	if (c.constant > INT32_MAX || c.constant < INT32_MIN)
		return true;
	if (n->nconditions == SPLIT_CONDITIONS)
		return split_refuse(n, LOOPS_SPLIT_LARGE);
	n->condition[n->nconditions++] = c;
	return true;
}

/* Take note of the conditions in e, minima and maxima included; false with the reason: it is too large. */
static bool read_expr(struct split_nest *n, const struct tir_expr *e)
{
	if (++n->nnodes > SPLIT_NODES)
		return split_refuse(n, LOOPS_SPLIT_LARGE);
	if (e->op == TIR_LET || e->flags & TIR_HAS_ADDRESS)
		return split_refuse(n, LOOPS_SPLIT_SHAPE);
	if ((tir_ops[e->op].compare || e->op == TIR_MIN || e->op == TIR_MAX) &&
	        !add_condition(n, e))
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!read_expr(n, e->arg[i]))
			return false;
	return true;
}

/* ---- Statements --------------------------------------------------------------------------*/
/* Loops are taken up before what they hold. */
static bool read_seq(struct split_nest *n, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		const struct tir_expr *op[TIR_MAX_OPERANDS];
		uint32_t nops = tir_stmt_exprs(t, op, TIR_MAX_OPERANDS);
		bool known = t->kind == TIR_FOR || t->kind == TIR_IF || t->kind == TIR_BIND ||
		             t->kind == TIR_STORE || (t->kind == TIR_ALLOC && !tir_attr_of(t));
		if (!known)
			return split_refuse(n, LOOPS_SPLIT_SHAPE);
		if (t->kind == TIR_FOR && !add_loop(n, t, false))
			return false;
		for (uint32_t i = 0; i < nops; i++)
			if (!read_expr(n, op[i]))
				return false;
		if (!read_seq(n, tir_body(t)) || !read_seq(n, tir_orelse(t)))
			return false;
	}
	return true;
}

static bool is_allocated(const struct tir_seq *s, const struct tir_buffer *b)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (t->kind == TIR_ALLOC && tir_buffer_of(t) == b)
			return true;
	return false;
}

/* Find buffers that the body sets before it reads them and that nothing outside the loop reads: each iteration may have
 * its own. */
static void find_private(struct split_nest *n, const struct tir_stmt *loop)
{
	for (const struct tir_stmt *s = n->body->first; s; s = s->next) {
		const struct tir_buffer *b = tir_buffer_of(s);
		bool known = s->kind != TIR_STORE || n->npriv == SPLIT_PRIVATE;
		for (uint32_t i = 0; i < n->npriv; i++)
			known |= n->priv[i] == b;
		if (known || !private_is_small(b, 1) || !private_is_set_first(n->body, b))
			continue;
		bool outside = !is_allocated(n->body, b);
		if (outside && private_is_named(&n->f->body, b, loop))
			continue;
		n->outside[n->npriv] = outside;
		n->priv[n->npriv++] = b;
	}
}

/* ---- Windows -----------------------------------------------------------------------------*/
static bool meets_chain(const struct split_nest *n, const struct split_condition *c)
{
	for (uint32_t i = 0; i < n->nloops; i++)
		if (n->loop[i].chain && c->by[i])
			return true;
	return false;
}

/* Does the index name the loop and one whose iterations may be lanes? */
static bool moves_lanes(const struct split_nest *n, const struct tir_expr *index, uint32_t loop)
{
	const struct affine *a = affine_of(n->facts, index);
	bool named = false, lanes = false;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		uint32_t k = t->n == 1 && t->x[0]->op == TIR_VAR ? split_loop_of(n, t->x[0]->u.var)
		                                                 : UINT32_MAX;
		named |= k == loop;
		lanes |= k != UINT32_MAX && n->loop[k].lane;
	}
	return named && lanes;
}

/* Does e load at an index that names both this loop and one whose iterations may be lanes? */
static bool loads_window(const struct split_nest *n, const struct tir_expr *e, uint32_t loop)
{
	if (e->op == TIR_LOAD && e->n && moves_lanes(n, e->arg[e->n - 1], loop))
		return true;
	for (uint32_t i = 0; i < e->n && e->flags & TIR_READS_MEM; i++)
		if (loads_window(n, e->arg[i], loop))
			return true;
	return false;
}

/* Is there a store, at any depth, of a value that loads_window() is true of? */
static bool stores_window(const struct split_nest *n, const struct tir_seq *s, uint32_t loop)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if ((t->kind == TIR_STORE && loads_window(n, tir_value_of(t), loop)) ||
		        stores_window(n, tir_body(t), loop) ||
		        stores_window(n, tir_orelse(t), loop))
			return true;
	return false;
}

/* Short loops whose iterations load the lanes' elements from another place on: where each is known, lines are. */
static void find_steps(struct split_nest *n, int64_t all)
{
	for (uint32_t i = 0; i < n->nloops; i++) {
		struct split_loop *l = &n->loop[i];
		if (l->chain || l->window || split_extent(l) > SPLIT_STEP ||
		        all * split_extent(l) > SPLIT_WINDOWS || !stores_window(n, n->body, i))
			continue;
		l->window = true;
		all *= split_extent(l);
	}
}

/* Do conditions name the window, and each of them at most one loop beside it, of the chain, and that no lane? */
static bool may_stay(const struct split_nest *n, uint32_t window)
{
	bool any = false;
	for (uint32_t i = 0; i < n->nconditions; i++) {
		const struct split_condition *c = &n->condition[i];
		uint32_t others = 0;
		any |= c->by[window] != 0;
		for (uint32_t k = 0; k < n->nloops && c->by[window]; k++) {
			if (c->by[k] && k != window && (!n->loop[k].chain || n->loop[k].lane))
				return false;
			others += c->by[k] && k != window;
		}
		if (others > 1)
			return false;
	}
	return any;
}

/* Iterations of the windows that become copies, together; -1: one is too long. */
static int64_t copies_of_windows(const struct split_nest *n)
{
	int64_t all = 1;
	for (uint32_t i = 0; i < n->nloops; i++) {
		const struct split_loop *l = &n->loop[i];
		if (l->window && split_extent(l) > SPLIT_WINDOW)
			return -1;
		all *= l->window && !l->stays ? split_extent(l) : 1;
		if (all > SPLIT_WINDOWS)
			return all;
	}
	return all;
}

/* Let windows stay that may, until the copies of the others are at most `most`. */
static void let_stay(struct split_nest *n, int64_t most)
{
	for (uint32_t i = 0; i < n->nloops && copies_of_windows(n) > most; i++)
		n->loop[i].stays = n->loop[i].window && may_stay(n, i);
}

/* Mark the loops over windows, which are unrolled in full or stay; false with the reason: these are too many iterations. */
static bool find_windows(struct split_nest *n)
{
	for (uint32_t i = 0; i < n->nloops; i++) {
		struct split_loop *l = &n->loop[i];
		for (uint32_t k = 0; k < n->nconditions && !l->chain; k++)
			l->window |= n->condition[k].by[i] && meets_chain(n, &n->condition[k]);
	}
	let_stay(n, SPLIT_WINDOWS);
	int64_t all = copies_of_windows(n);
	if (all < 0 || all > SPLIT_WINDOWS)
		return split_refuse(n, LOOPS_SPLIT_LARGE);
	find_steps(n, all);
	return true;
}

/* The most copies that a piece of the chain's loops needs of the loop, which stays. */
static uint64_t most_pieces(const struct split_nest *n, uint32_t k)
{
	uint64_t most = 1;
	for (uint32_t c = 0; c < n->nloops; c++)
		for (uint32_t i = 0; n->loop[c].chain && i <= n->loop[c].npoints; i++) {
			struct split_loop l = split_stays(n, k, c, i ? n->loop[c].point[i - 1] : 0);
			most = l.npoints + 1 > most ? l.npoints + 1 : most;
		}
	return most;
}

/* ---- The nest ----------------------------------------------------------------------------*/
struct split_piece split_longest(const struct split_loop *l)
{
	struct split_piece best = {0, 0};
	int64_t at = 0;
	for (uint32_t i = 0; i <= l->npoints; i++) {
		int64_t end = i < l->npoints ? l->point[i] : split_extent(l);
		if (end - at > best.end - best.begin)
			best = (struct split_piece){at, end};
		at = end;
	}
	return best;
}

/* Leave the points where the longest piece of a loop begins and ends. */
static void keep_longest(struct split_loop *l)
{
	struct split_piece p = split_longest(l);
	int64_t all = split_extent(l);
	l->npoints = 0;
	if (p.begin > 0)
		l->point[l->npoints++] = p.begin;
	if (p.end < all)
		l->point[l->npoints++] = p.end;
}

/* How many copies of the body there are. */
static uint64_t count_copies(const struct split_nest *n)
{
	uint64_t windows = 1, pieces = 1;
	for (uint32_t i = 0; i < n->nloops; i++) {
		const struct split_loop *l = &n->loop[i];
		windows *= l->stays ? most_pieces(n, i) : l->window ? (uint64_t)split_extent(l) : 1;
		pieces *= l->npoints + 1;
	}
	return n->longest_alone ? windows + pieces - 1 : windows * pieces;
}

/* Where there would be too many copies, loops of windows stay that may; if that is not enough, windows are copied in the
 * longest pieces alone: those at the borders run seldom. */
static void bound_copies(struct split_nest *n)
{
	n->longest_alone = false;
	n->copies = count_copies(n);
	if (n->copies <= SPLIT_COPIES)
		return;
	let_stay(n, 1);
	n->copies = count_copies(n);
	if (n->copies <= SPLIT_STAYS)
		return;
	n->longest_alone = true;
	for (uint32_t i = 0; i < n->nloops; i++)
		if (n->loop[i].npoints)
			keep_longest(&n->loop[i]);
	n->copies = count_copies(n);
}

bool split_read(struct split_nest *n, const struct tir_stmt *loop)
{
	bool any = false;
	n->nloops = n->nnodes = n->nconditions = n->npriv = 0;
	if (!read_chain(n, loop) || !read_seq(n, n->body) || !find_windows(n) ||
	        !split_find_points(n))
		return false;
	for (uint32_t i = 0; i < n->nloops; i++)
		any |= n->loop[i].window || n->loop[i].npoints;
	if (!any)
		return split_refuse(n, LOOPS_NREASONS);
	bound_copies(n);
	if (n->copies * n->nnodes > SPLIT_RESULT)
		return split_refuse(n, LOOPS_SPLIT_LARGE);
	find_private(n, loop);
	return true;
}
