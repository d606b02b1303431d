/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/lookup.c: a hash table of numbers.
 *
 * Idea.   A key has a line of LOOKUP_LINE places by its `near`; what finds it full goes on to lines that
 *         `hash` says, all over the table.  Nothing is taken out: a line with a free place has sent
 *         no key away.
 * Costs   a line, seldom two; 11 to 22 bytes a number. */
#include "support/support.h"

enum { LEAST = 256, LINE_BYTES = 64 };

void lookup_init(struct lookup *t, struct arena *a, uint32_t n)
{
	uint32_t places = LEAST;
	while (places / 4 * 3 <= n)
		places *= 2;
	char *p = arena_alloc(a, places * sizeof *t->place + LINE_BYTES);
	p += LINE_BYTES - (uintptr_t)p % LINE_BYTES;
	t->place = memset(p, 0, places * sizeof *t->place);
	t->nplaces = places;
	t->n = 0;
}

void lookup_room(struct lookup *t, struct arena *a,
        struct lookup_key (*key)(void *ctx, uint32_t number), void *ctx)
{
	uint32_t n = t->n;
	struct lookup old = *t;
	if (n < t->nplaces / 4 * 3)
		return;
	lookup_init(t, a, n);
	while (t->n < n) {
		struct lookup_key k = key(ctx, t->n);
		uint32_t i = 0;
		while (lookup_slot(t, k, i)->number)
			i++;
		lookup_add(t, lookup_slot(t, k, i), k);
	}
	arena_give_back(a, old.place, old.nplaces * sizeof *old.place);
}
