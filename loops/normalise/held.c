/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/held.c: which elements hold the value of a name, while a function is walked in the order of its text.
 *
 * Idea.   What was loaded and named, or was named and then stored, lies in an element of memory until that is written again: the name may go, and the
 *         element be read.  Stores to other elements of the same buffer do no harm, unlike in written.c.
 * Needs   a call of loops_held_by for each statement, in the order of the text; names that have one value.
 * Keeps   nothing across the beginning or the end of a loop, as its iterations follow each other and evaluate the condition of a while, or from a branch to what is behind it.
 * Costs   for each store up to MOST dependences. */
#include "loops/normalise/held.h"

enum { MOST = 64 }; /* elements, the last ones that were added */

static uint32_t first_of(const struct loops_holders *h)
{
	return h->all.n > MOST ? h->all.n - MOST : 0;
}

void loops_held_add(struct loops_holders *h, const struct tir_var *v, const struct access *a,
        const struct tir_expr *load)
{
	VEC_PUSH(h->arena, &h->all, ((struct loops_held){v, *a, load, false}));
	if (h->all.n > MOST)
		h->all.at[h->all.n - MOST - 1].gone = true;
}

/* May the statement write to the element? */
static bool may_write(const struct loops_holders *h, const struct loops_held *x,
        const struct tir_stmt *s)
{
	struct dependence_query q = {.facts = h->facts, .n = h->loop != NULL};
	q.at[0] = (struct dependence_loop){h->loop, DEPENDENCE_SAME, 0};
	const struct access a = access_of_store(s, FACTS_NO_LOOP);
	return alias_may(h->facts, x->access.buffer, a.buffer) &&
	       dependence_may(&q, &x->access, &a);
}

void loops_held_by(struct loops_holders *h, const struct tir_stmt *s)
{
	bool any = tir_stmt_flags(s) & TIR_HAS_EFFECT;
	for (uint32_t i = first_of(h); i < h->all.n; i++) {
		struct loops_held *x = &h->all.at[i];
		if (!x->gone && s->kind == TIR_STORE)
			x->gone = may_write(h, x, s);
		x->gone |= any;
	}
}

uint32_t loops_held_enter(struct loops_holders *h, const struct tir_stmt *loop)
{
	for (uint32_t i = first_of(h); i < h->all.n && loop; i++)
		h->all.at[i].gone = true;
	h->loop = loop ? loop : h->loop;
	return h->all.n;
}

void loops_held_leave(struct loops_holders *h, const struct tir_stmt *around, uint32_t n)
{
	h->all.n = n;
	h->loop = around;
}

const struct tir_expr *loops_held_load(const struct loops_holders *h, const struct tir_var *v)
{
	for (uint32_t i = h->all.n; i-- > first_of(h);)
		if (h->all.at[i].var == v && !h->all.at[i].gone)
			return h->all.at[i].load;
	return NULL;
}
