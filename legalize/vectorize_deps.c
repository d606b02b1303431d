/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/vectorize_deps.c: may one iteration of a vectorised loop see what another one writes?
 *
 * Idea.   A vectorised loop promises that its iterations are independent; programs break the promise.
 *         analysis/ is asked of each store and each access, in different iterations of the loop.
 * Needs   facts of the function that the loop is in.  Parameters are taken not to overlap: that much of the
 *         promise is believed (vectorize.c says so to the facts).
 * Why it cannot be wrong
 *         All accesses are compared: where a call or an address hides some, the loop carries
 *         (takes_an_address). Each store is asked for with each access, either of them in the later
 *         iteration (meet).
 * Costs   the accesses of stored buffers, squared. */
#include "legalize/vectorize.h"

static bool takes_an_address(const struct access_list *l)
{
	bool any = !l->whole || l->effects & EFFECT_UNKNOWN;
	for (uint32_t i = 0; i < l->all.n && !any; i++)
		any = l->all.at[i].anywhere;
	return any;
}

/* May the two touch one byte in different iterations of the loop? */
static bool meet(const struct vectorizer *x, const struct access *a, const struct access *b)
{
	struct dependence_query later = {x->facts, 1, {{x->loop, DEPENDENCE_LATER, 0}}};
	return dependence_may(&later, a, b) || dependence_may(&later, b, a);
}

bool legalize_vector_carries(struct vectorizer *x, const struct tir_seq *body)
{
	struct access_list l;
	access_collect(x->facts, body, UINT32_MAX, facts_loop(x->facts, x->loop), x->s.arena, &l);
	if (takes_an_address(&l)) {
		x->why = "it calls a function or takes an address";
		return true;
	}
	for (uint32_t i = 0; i < l.all.n; i++)
		for (uint32_t k = 0; k < l.all.n && l.all.at[i].kind & ACCESS_WRITE; k++)
			if (meet(x, &l.all.at[i], &l.all.at[k])) {
				x->why = "an iteration may use what another one stores";
				return true;
			}
	return false;
}
