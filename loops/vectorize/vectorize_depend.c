/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_depend.c: may iterations of a loop be lanes?  The loop-carried dependences.
 *
 * Idea.   As lanes, iteration l + d comes before iteration l wherever its statement is the earlier one: the loops that
 *         both are in, compared from the outside, then the text; and in one statement all lanes load before any stores.
 *         So two accesses, one a store, must never meet, for d > 0 and
 *           - the variables of the first i common loops equal, that of the next one less in l + d;
 *           - the variables of all common loops equal, and the access of l + d first in the text, or the load of the
 *             statement that the other one is the store of; in a tile whose lanes are done in groups, of one statement at all.
 *         Whether they may meet is asked of analysis/.
 *         The last iterations may be done once more if none reads what the loop stores, but for what it has stored itself.
 * Needs   a nest that vectorize_nest.c accepted: only its stores have effects.
 * Costs   pairs of accesses times common loops. */
#include "loops/vectorize/vectorize.h"

enum { DEPTH = DEPENDENCE_LOOPS - 1 };

/* The loops around an access, inside of the nest's, from the outside; false: there are too many. */
static bool loops_around(const struct vectorize_nest *n, const struct access *a, uint32_t *count,
        const struct tir_stmt **loop)
{
	const struct tir_stmt *up[DEPTH];
	uint32_t k = 0;
	for (uint32_t at = a->loop; at != n->innermost; at = facts_loop_around(n->facts, at)) {
		if (at == FACTS_NO_LOOP || k == DEPTH)
			return false;
		up[k++] = facts_loop_stmt(n->facts, at);
	}
	for (uint32_t i = 0; i < k; i++)
		loop[i] = up[k - 1 - i];
	*count = k;
	return true;
}

/* May the accesses number `ahead`, of a later iteration, and `behind` be exchanged?  Later in the tile's loop number
 * `dim`, in one iteration of those around it, and in any of those in it. */
static bool is_exchanged(const struct vectorize_nest *n, uint32_t ahead, uint32_t behind,
        uint32_t dim, bool groups)
{
	const struct access *a = &n->accesses.all.at[ahead], *b = &n->accesses.all.at[behind];
	const struct tir_stmt *x[DEPTH], *y[DEPTH];
	uint32_t nx, ny;
	struct dependence_query q = {.facts = n->facts, .n = n->ndims};
	for (uint32_t d = 0; d < n->ndims; d++)
		q.at[d] = (struct dependence_loop){n->dim[d],
		        d < dim    ? DEPENDENCE_SAME
		        : d == dim ? DEPENDENCE_LATER
		                   : DEPENDENCE_ANY,
		        0};
	if (!loops_around(n, a, &nx, x) || !loops_around(n, b, &ny, y))
		return true;
	for (uint32_t i = 0; i < nx && i < ny && x[i] == y[i]; i++) {
		if (q.n == DEPENDENCE_LOOPS)
			return true;
		q.at[q.n++] = (struct dependence_loop){x[i], DEPENDENCE_EARLIER, 0};
		if (dependence_may(&q, b, a))
			return true;
		q.at[q.n - 1].when = DEPENDENCE_SAME;
	}
	bool first = a->stmt == b->stmt ? groups || (a->load && !b->load) : ahead < behind;
	return first && dependence_may(&q, b, a);
}

bool vectorize_may(const struct vectorize_nest *n, bool groups)
{
	for (uint32_t i = 0; i < n->accesses.all.n; i++)
		for (uint32_t k = 0; k < n->accesses.all.n; k++) {
			const struct access *a = &n->accesses.all.at[i],
			                    *b = &n->accesses.all.at[k];
			bool matters = (a->kind | b->kind) & ACCESS_WRITE &&
			               vectorize_private(n, a->buffer) == UINT32_MAX &&
			               alias_may(n->facts, a->buffer, b->buffer);
			for (uint32_t d = 0; matters && d < n->ndims; d++)
				if (is_exchanged(n, i, k, d, groups))
					return false;
		}
	return true;
}

/* ---- The same iterations once more -------------------------------------------------------*/
static bool is_steady(const struct access *a)
{
	for (uint32_t i = 0; i < access_rank(a); i++)
		if (access_index(a, i)->flags & (TIR_READS_MEM | TIR_HAS_EFFECT))
			return false;
	return true;
}

/* Does each iteration store to the very element before that load? */
static bool is_set_before(const struct vectorize_nest *n, uint32_t load)
{
	const struct access *a = &n->accesses.all.at[load];
	for (uint32_t i = 0; i < load && is_steady(a); i++) {
		const struct access *b = &n->accesses.all.at[i];
		const struct tir_stmt *s = n->body->first;
		while (s && s != b->stmt)
			s = s->next; /* what always runs stands in the body itself */
		if (s && !b->load && s != a->stmt && access_is_same(a, b))
			return true;
	}
	return false;
}

bool vectorize_may_repeat(const struct vectorize_nest *n)
{
	for (uint32_t i = 0; i < n->accesses.all.n; i++)
		for (uint32_t k = 0; k < n->accesses.all.n; k++) {
			const struct access *a = &n->accesses.all.at[i],
			                    *b = &n->accesses.all.at[k];
			if (a->load && !b->load && vectorize_private(n, a->buffer) == UINT32_MAX &&
			        alias_may(n->facts, a->buffer, b->buffer) && !is_set_before(n, i))
				return false;
		}
	return true;
}
