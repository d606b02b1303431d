/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam_depend.c: by what factor unroll-and-jam is legal: the loop-carried dependences.
 *
 * Idea.   Unrolled and jammed, iteration l + d comes before iteration l wherever its place in the body is the
 *         earlier one: the loops that both are in, compared from the outside, then the text.  So two
 *         accesses, one a store, must never meet, for 0 < d < F and
 *           - the variables of the first i common loops equal, that of the next one less in l + d;
 *           - the variables of all common loops equal, and the access of l + d first in the text.
 *         Whether they may meet is asked of analysis/.
 * Needs   a nest that unroll_jam_nest.c accepted: only its stores have effects.
 * Costs   pairs of accesses times F times common loops. */
#include "analysis/analysis.h"
#include "loops/order/unroll_jam.h"

struct pair {
	const struct unroll_jam_nest *n;
	const struct unroll_jam_access *ahead, *behind; /* of iteration l + d, and of l */
};

static struct access access_of(const struct unroll_jam_access *a)
{
	uint32_t loop = FACTS_NO_LOOP; /* nobody asks */
	return a->load ? access_of_load(a->load, a->stmt, loop) : access_of_store(a->stmt, loop);
}

static bool may_meet(const struct pair *p, const struct dependence_query *q)
{
	struct access a = access_of(p->behind), b = access_of(p->ahead);
	return dependence_may(q, &a, &b);
}

/* May the two meet where unroll-and-jam of d iterations exchanges them? */
static bool is_exchanged(const struct pair *p, uint32_t d)
{
	const struct unroll_jam_nest *n = p->n;
	const struct unroll_jam_copied *a = &n->copied[p->ahead->copied],
	                               *b = &n->copied[p->behind->copied];
	struct dependence_query q = {.facts = n->facts, .n = 1};
	q.at[0] = (struct dependence_loop){n->loop[n->at].s, DEPENDENCE_BY, d};
	for (uint32_t i = 0; i < a->nloops && i < b->nloops && a->loop[i] == b->loop[i]; i++) {
		if (q.n == DEPENDENCE_LOOPS)
			return true;
		q.at[q.n++] = (struct dependence_loop){
		        n->loop[a->loop[i]].s, DEPENDENCE_EARLIER, 0};
		if (may_meet(p, &q))
			return true;
		q.at[q.n - 1].when = DEPENDENCE_SAME;
	}
	return p->ahead->copied < p->behind->copied && may_meet(p, &q);
}

/* Is it one element, or a vector of neighbours in memory? */
static bool is_row(const struct unroll_jam_access *of)
{
	struct access a = access_of(of);
	bool row = true;
	for (uint32_t i = 0; i < access_rank(&a) && row; i++) {
		const struct tir_expr *e = access_index(&a, i);
		bool next = e->op == TIR_RAMP && e->arg[1]->op == TIR_INT_IMM &&
		            e->arg[1]->u.i == 1 && i + 1 == access_rank(&a);
		row = e->type.lanes == 1 || (next && !of->buffer->strides);
	}
	return row;
}

/* How many iterations may be done at once as far as the pair is concerned; lanes that are no neighbours may be anywhere. */
static uint32_t allowed(const struct pair *p, uint32_t most)
{
	const struct unroll_jam_access *a = p->ahead, *b = p->behind;
	if ((a->load && b->load) || !alias_may(p->n->facts, a->buffer, b->buffer))
		return most;
	if (!is_row(a) || !is_row(b))
		return 1;
	for (uint32_t d = 1; d < most; d++)
		if (is_exchanged(p, d))
			return d;
	return most;
}

uint32_t unroll_jam_allowed(const struct unroll_jam_nest *n, uint32_t most)
{
	for (uint32_t i = 0; i < n->naccesses && most > 1; i++)
		for (uint32_t k = 0; k < n->naccesses && most > 1; k++)
			most = allowed(&(struct pair){n, &n->access[i], &n->access[k]}, most);
	return most;
}

bool unroll_jam_runs(const struct unroll_jam_nest *n)
{
	int64_t least;
	return range_least(n->facts, tir_as_for(n->loop[n->at].s)->extent.e, &least) && least >= 0;
}
