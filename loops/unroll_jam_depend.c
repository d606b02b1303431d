/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/unroll_jam_depend.c: how many iterations of a loop may be done at once.
 *
 * Idea.   Jammed, iteration l + d comes before iteration l wherever its place in the body is the
 *         earlier one: the loops that both are in, compared from the outside, then the text.  So two
 *         accesses, one a store, must never meet, for 0 < d < F and
 *           - the variables of the first i common loops equal, that of the next one less in l + d;
 *           - the variables of all common loops equal, and the access of l + d first in the text.
 *         One dimension in which the indices differ by what is never 0 is enough.
 * Needs   a nest as unroll_jam_nest.c reads it: nothing in it but stores has an effect.
 * Costs   pairs of accesses times F times common loops times dimensions. */
#include "loops/unroll_jam.h"

struct pair {
	const struct jam_nest *n;
	const struct jam_access *first, *second; /* of iteration l + d, and of l */
	struct jam_view view[2];                 /* of these */
};

/* Do the two differ in an index? */
static bool is_apart(const struct pair *p)
{
	for (uint32_t i = 0; i < p->first->nindex; i++) {
		struct jam_form f = {0};
		if (jam_add(p->n, &p->view[0], &f, p->first->index[i], 1) &&
		        jam_add(p->n, &p->view[1], &f, p->second->index[i], -1) &&
		        jam_is_apart(p->n, p->view, &f))
			return true;
	}
	return false;
}

/* Do the two differ wherever the first's iteration of the loop is the earlier one?  If only one of them
 * names the loop, the bounds alone say more. */
static bool is_apart_behind(struct pair *p, uint32_t loop)
{
	p->view[1].side[loop] = JAM_BEHIND;
	bool apart = is_apart(p);
	p->view[1].side[loop] = JAM_SECOND;
	return apart || is_apart(p);
}

/* Loops from number `at` on are each access's own. */
static void own_loops(struct pair *p)
{
	for (uint32_t i = 0; i < p->n->nloops; i++) {
		p->view[0].side[i] = i <= p->n->at ? JAM_SHARED : JAM_FIRST;
		p->view[1].side[i] = i <= p->n->at ? JAM_SHARED : JAM_SECOND;
	}
}

/* May the two meet where jamming exchanges them? */
static bool is_exchanged(struct pair *p)
{
	const struct jam_unit *a = &p->n->unit[p->first->unit], *b = &p->n->unit[p->second->unit];
	own_loops(p);
	for (uint32_t i = 0; i < a->nloops && i < b->nloops && a->loop[i] == b->loop[i]; i++) {
		uint32_t loop = a->loop[i];
		if (!is_apart_behind(p, loop))
			return true;
		p->view[0].side[loop] = p->view[1].side[loop] = JAM_SHARED;
	}
	return p->first->unit < p->second->unit && !is_apart(p);
}

/* Are the two surely different memory, or both only read? */
static bool is_harmless(const struct pair *p, const struct cse_values *values, bool *comparable)
{
	const struct tir_buffer *x = p->first->buffer, *y = p->second->buffer;
	*comparable = cse_values_buffer(x) == cse_values_buffer(y) &&
	              p->first->nindex == p->second->nindex &&
	              !(x->strides && p->first->nindex > 1);
	return (!p->first->is_store && !p->second->is_store) ||
	       values->place[x->id] != values->place[y->id];
}

/* How many iterations may be done at once as far as the pair is concerned. */
static uint32_t allowed(struct pair *p, const struct cse_values *values, uint32_t most)
{
	bool comparable;
	if (is_harmless(p, values, &comparable))
		return most;
	for (uint32_t d = 1; d < most; d++) {
		p->view[0].ahead = d;
		if (!comparable || is_exchanged(p))
			return d;
	}
	return most;
}

uint32_t jam_allowed(const struct jam_nest *n, const struct cse_values *values, uint32_t most)
{
	for (uint32_t i = 0; i < n->naccesses && most > 1; i++)
		for (uint32_t k = 0; k < n->naccesses && most > 1; k++) {
			struct pair p = {.n = n, .first = &n->access[i], .second = &n->access[k]};
			most = allowed(&p, values, most);
		}
	return most;
}
