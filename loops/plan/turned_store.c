/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/turned_store.c: nests whose lanes are the iterations of another loop than the one that stores neighbours.
 *
 * Idea.    The nest stores to a copy in which the iterations of a loop lie side by side, and a nest that only moves elements turns that.  The
 *          copy's other loops lie as in what is stored, or as in what is loaded in strides: then registers of the copy are rows of that.
 * Needs    indices that are sums of multiples of loops' variables.
 * Costs    each load of the nest.
 * Wrong if an element is moved elsewhere: proof/replay compares both functions. */
#include "loops/plan/turner.h"

/* The load whose neighbours are stored far apart, of those that most loops name. */
struct striding {
	const struct nest *n;
	const struct tir_var *v; /* whose iterations are stored as neighbours */
	struct nest_sum at;
	uint32_t named; /* loops; 0: there is no such load */
};

/* Note a load whose lanes are no neighbours. */
static bool note_stride(void *ctx, const struct tir_expr *e)
{
	struct striding *s = ctx;
	struct nest_sum at;
	if (e->op != TIR_LOAD || !nest_sum_of(e->arg[0], &at))
		return true;
	int64_t by = nest_factor(&at, s->v);
	uint32_t named = 0;
	for (uint32_t i = 0; i < s->n->loops.n; i++)
		named += nest_factor(&at, s->n->loops.at[i].var) != 0;
	if ((by < 0 || by > 1) && named > s->named) {
		s->at = at;
		s->named = named;
	}
	return true;
}

/* Find that load of the nest. */
static struct striding strided(const struct nests *all, const struct nest *n)
{
	struct nest_sum at;
	struct striding s = {.n = n};
	for (uint32_t i = 0; nest_sum_of(n->index, &at) && i < n->loops.n; i++)
		if (nest_factor(&at, n->loops.at[i].var) == 1)
			s.v = n->loops.at[i].var;
	if (s.v)
		nest_walk(all, n->value, note_stride, &s);
	return s;
}

bool turned_is_strided(const struct nests *all, const struct nest *n)
{
	return strided(all, n).named != 0;
}

/* The loop that is next of those not taken yet: by the least distance in `at`, then in what is stored. */
static uint32_t next_loop(const struct nest *n, const struct nest_sum *at,
        const struct nest_sum *stored, const bool *taken)
{
	uint32_t best = n->loops.n;
	int64_t least = 0;
	for (uint32_t i = 0; i < n->loops.n; i++) {
		const struct tir_var *v = n->loops.at[i].var;
		int64_t by = nest_factor(at, v);
		by = by > 0 ? by : INT32_MAX + nest_factor(stored, v);
		if (!taken[i] && (best == n->loops.n || by < least)) {
			best = i;
			least = by;
		}
	}
	return best;
}

bool turned_stores(struct nests *all, const struct nest *n, uint32_t loop, bool loads,
        struct turned_store *out)
{
	struct turner t = {.all = all};
	const struct striding s = strided(all, n);
	struct nest_sum stored;
	bool taken[NEST_LOOPS] = {0}, other[NEST_LOOPS] = {0}, differs = false;
	int64_t by = n->loops.at[loop].extent;
	const struct tir_expr *index = n->loops.at[loop].var->expr;
	if (!nest_sum_of(n->index, &stored) || stored.n != n->loops.n || (loads && !s.named))
		return false;
	taken[loop] = other[loop] = true;
	for (uint32_t k = 1; k < n->loops.n; k++) {
		uint32_t i = next_loop(n, loads ? &s.at : &stored, &stored, taken);
		uint32_t as_stored = next_loop(n, &stored, &stored, other);
		index = turned_plus(&t, index, n->loops.at[i].var->expr, by);
		by *= n->loops.at[i].extent;
		taken[i] = other[as_stored] = true;
		differs |= i != as_stored;
	}
	if (by > TURNED_MOST || (loads && !differs))
		return false;
	*out = (struct turned_store){turned_buffer(&t, "turned", n->buffer->elem, by), *n, *n};
	out->first.buffer = out->held;
	out->first.index = index;
	out->second.value = tir_access(all->m, TIR_LOAD, out->held, 1, &index);
	return true;
}
