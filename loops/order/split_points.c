/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/split_points.c: where the loops of a nest are split: at the iterations in which a condition changes.
 *
 * Costs   conditions times iterations of a loop and its windows. */
#include "loops/order/split.h"

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

/* Let a piece of the loop begin at iteration `at`, once; points stay in ascending order. */
static void insert_point(struct split_loop *l, int64_t at)
{
	if (has_point(l, at))
		return;
	uint32_t i = l->npoints++;
	for (; i && l->point[i - 1] > at; i--)
		l->point[i] = l->point[i - 1];
	l->point[i] = at;
}

/* The same; false with the reason: too many points. */
static bool add_point(struct split_nest *n, struct split_loop *l, int64_t at)
{
	if (l->npoints == SPLIT_POINTS && !has_point(l, at))
		return split_refuse(n, LOOPS_SPLIT_LARGE);
	insert_point(l, at);
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
		if (++at[i] < split_extent(&n->loop[i]))
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
bool split_find_points(struct split_nest *n)
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

/* Does the condition name these two loops and no other? */
static bool names_both(const struct split_nest *n, const struct split_condition *c, uint32_t a,
        uint32_t b)
{
	for (uint32_t i = 0; i < n->nloops; i++)
		if ((c->by[i] != 0) != (i == a || i == b))
			return false;
	return true;
}

struct split_loop split_stays(const struct split_nest *n, uint32_t k, uint32_t c, int64_t at)
{
	struct split_loop l = n->loop[k];
	const struct tir_for *s = tir_as_for(l.s);
	int64_t y = tir_as_for(n->loop[c].s)->min.e->u.i + at;
	for (uint32_t i = 0; i < n->nconditions; i++) {
		const struct split_condition *x = &n->condition[i];
		if (!names_both(n, x, k, c) || !tir_ops[x->e->op].compare)
			continue;
		for (int64_t v = 1; v < split_extent(&l); v++) {
			int64_t d = x->constant + x->by[c] * y + x->by[k] * (s->min.e->u.i + v);
			bool now = truth(x->e, d, false), before = truth(x->e, d - x->by[k], false);
			if (now != before && l.npoints < SPLIT_POINTS)
				insert_point(&l, v);
		}
	}
	return l;
}
