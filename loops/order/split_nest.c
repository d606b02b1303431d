/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/split_nest.c: which loops are split at the conditions in them, and where (index-set splitting).
 *
 * Idea.   A padded window asks in each iteration whether it is inside: `1 <= y + ry`.  For each value of the window's
 *         variable that is true from one y on.  So a window becomes copies of its body, and the loop around one loop for each
 *         range of y in which no condition changes.  Loops whose iterations may become lanes together stay
 *         whole: there a condition is a constant for each lane.  The simplifier then folds what is known.
 *         A window that moves along what the lanes load becomes copies without a condition, too: in each of
 *         them it is known which lines of memory the lanes lie in.
 *         Where the copies would be too many, the longest piece of each loop alone has them.
 * Needs   flat statements; loops of constant bounds.
 * Keeps   the order of all iterations.
 * Costs   conditions times iterations of a loop and its windows. */
#include "loops/nest/private.h"
#include "loops/order/split.h"

enum {
	MOST_TIMES = 1 << 12, /* iterations of a loop that is split */
	VECTOR = 64,          /* iterations that fill a vector, or half of one */
};

static bool refuse(struct split_nest *n, enum loops_reason why)
{
	n->why = why;
	return false;
}

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

static int64_t extent_of(const struct split_loop *l)
{
	return tir_as_for(l->s)->extent.e->u.i;
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
		return refuse(n, LOOPS_SPLIT_SHAPE);
	if (n->nloops == SPLIT_LOOPS)
		return refuse(n, LOOPS_SPLIT_LARGE);
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
	for (uint32_t i = n->nloops; i-- > 0 && inner < VECTOR; inner *= extent_of(&n->loop[i]))
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
		return refuse(n, LOOPS_SPLIT_LARGE);
	n->condition[n->nconditions++] = c;
	return true;
}

/* Take note of the conditions in e, minima and maxima included; false with the reason: it is too large. */
static bool read_expr(struct split_nest *n, const struct tir_expr *e)
{
	if (++n->nnodes > SPLIT_NODES)
		return refuse(n, LOOPS_SPLIT_LARGE);
	if (e->op == TIR_LET || e->flags & TIR_HAS_ADDRESS)
		return refuse(n, LOOPS_SPLIT_SHAPE);
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
			return refuse(n, LOOPS_SPLIT_SHAPE);
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
		if (l->chain || l->window || extent_of(l) > SPLIT_WINDOW ||
		        all * extent_of(l) > SPLIT_WINDOWS || !stores_window(n, n->body, i))
			continue;
		l->window = true;
		all *= extent_of(l);
	}
}

/* Mark the loops over windows, which are unrolled in full; false with the reason: these are too many iterations. */
static bool find_windows(struct split_nest *n)
{
	int64_t all = 1;
	for (uint32_t i = 0; i < n->nloops; i++) {
		struct split_loop *l = &n->loop[i];
		for (uint32_t k = 0; k < n->nconditions && !l->chain; k++)
			l->window |= n->condition[k].by[i] && meets_chain(n, &n->condition[k]);
		if (!l->window)
			continue;
		all *= extent_of(l);
		if (extent_of(l) > SPLIT_WINDOW || all > SPLIT_WINDOWS)
			return refuse(n, LOOPS_SPLIT_LARGE);
	}
	find_steps(n, all);
	return true;
}

/* ---- Points ------------------------------------------------------------------------------*/
/* Is it so where the two sides differ by so much?  tie: a minimum or maximum takes its first operand. */
static bool truth(const struct tir_expr *e, int64_t d, bool tie)
{
	switch ((enum tir_op)e->op) {
	case TIR_LE: return d <= 0;
	case TIR_GT: return d > 0;
	case TIR_GE: return d >= 0;
	case TIR_EQ: return d == 0;
	case TIR_NE: return d != 0;
	case TIR_LT:
	case TIR_ANY_EXTREME:
	case TIR_ANY_LEAF:
	case TIR_ANY_RING:
	case TIR_ANY_DIVISION:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return d < 0 || (tie && d == 0);
}

static bool has_point(const struct split_loop *l, int64_t at)
{
	for (uint32_t i = 0; i < l->npoints; i++)
		if (l->point[i] == at)
			return true;
	return false;
}

/* Let a piece of the loop begin at iteration `at`, once; points stay in ascending order.  False with the reason: too many
 * points. */
static bool add_point(struct split_nest *n, struct split_loop *l, int64_t at)
{
	if (has_point(l, at))
		return true;
	if (l->npoints == SPLIT_POINTS)
		return refuse(n, LOOPS_SPLIT_LARGE);
	uint32_t i = l->npoints++;
	for (; i && l->point[i - 1] > at; i--)
		l->point[i] = l->point[i - 1];
	l->point[i] = at;
	return true;
}

/* Split the loop where the condition changes, if its other variables are what `rest` says.  A minimum of equals may
 * take either of them: where there is a point already, that will do. */
static bool add_points(struct split_nest *n, struct split_loop *l, const struct split_condition *c,
        int64_t by, int64_t rest)
{
	const struct tir_for *s = tir_as_for(l->s);
	bool chooses = !tir_ops[c->e->op].compare, changed[2] = {false, false};
	for (int64_t v = 1; v < s->extent.e->u.i; v++) {
		int64_t d = rest + by * (s->min.e->u.i + v);
		for (int tie = chooses; tie >= 0; tie--)
			changed[tie] = truth(c->e, d, tie) != truth(c->e, d - by, tie);
		if (chooses && changed[1] && !changed[0] && has_point(l, v))
			return true;
		if (changed[0] && !(chooses && (has_point(l, v + 1) || has_point(l, v - 1))) &&
		        !add_point(n, l, v))
			return false;
	}
	return true;
}

/* The next values of the windows that the condition names; false: there are none. */
static bool advance(const struct split_nest *n, const struct split_condition *c, int64_t *at)
{
	for (uint32_t i = n->nloops; i-- > 0;) {
		if (!n->loop[i].window || !c->by[i])
			continue;
		if (++at[i] < extent_of(&n->loop[i]))
			return true;
		at[i] = 0;
	}
	return false;
}

/* Split the loop, if it is the only one of the condition's that is no window. */
static bool split_at(struct split_nest *n, uint32_t k, const struct split_condition *c)
{
	int64_t at[SPLIT_LOOPS] = {0};
	for (uint32_t i = 0; i < n->nloops; i++)
		if (i != k && c->by[i] && !n->loop[i].window)
			return true;
	do {
		int64_t rest = c->constant;
		for (uint32_t i = 0; i < n->nloops; i++)
			if (i != k && c->by[i])
				rest += c->by[i] * (tir_as_for(n->loop[i].s)->min.e->u.i + at[i]);
		if (!add_points(n, &n->loop[k], c, c->by[k], rest))
			return false;
	} while (advance(n, c, at));
	return true;
}

/* Comparisons first: where they split, minima and maxima most often change. */
static bool find_points(struct split_nest *n)
{
	for (int chooses = 0; chooses < 2; chooses++)
		for (uint32_t i = 0; i < n->nconditions; i++) {
			const struct split_condition *c = &n->condition[i];
			if (tir_ops[c->e->op].compare == chooses)
				continue;
			for (uint32_t k = 0; k < n->nloops; k++)
				if (n->loop[k].chain && !n->loop[k].lane && c->by[k] &&
				        !split_at(n, k, c))
					return false;
		}
	return true;
}

/* ---- The nest ----------------------------------------------------------------------------*/
struct split_piece split_longest(const struct split_loop *l)
{
	struct split_piece best = {0, 0};
	int64_t at = 0;
	for (uint32_t i = 0; i <= l->npoints; i++) {
		int64_t end = i < l->npoints ? l->point[i] : extent_of(l);
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
	int64_t all = extent_of(l);
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
		windows *= n->loop[i].window ? (uint64_t)extent_of(&n->loop[i]) : 1;
		pieces *= n->loop[i].npoints + 1;
	}
	return n->longest_alone ? windows + pieces - 1 : windows * pieces;
}

/* Where there would be too many copies, windows are copied in the longest pieces alone: those at the borders run seldom. */
static void bound_copies(struct split_nest *n)
{
	n->longest_alone = false;
	n->copies = count_copies(n);
	if (n->copies <= SPLIT_COPIES)
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
	if (!read_chain(n, loop) || !read_seq(n, n->body) || !find_windows(n) || !find_points(n))
		return false;
	for (uint32_t i = 0; i < n->nloops; i++)
		any |= n->loop[i].window || n->loop[i].npoints;
	if (!any)
		return refuse(n, LOOPS_SPLIT_NOTHING);
	bound_copies(n);
	if (n->copies * n->nnodes > SPLIT_RESULT)
		return refuse(n, LOOPS_SPLIT_LARGE);
	find_private(n, loop);
	return true;
}
