/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/lookup.c: a hash table of numbers.
 *
 * Idea.   A key has a line of LOOKUP_LINE entries by its `near`; what finds it full goes on to lines that
 *         `hash` says, all over the table.  Nothing is taken out: a line with a free entry has sent
 *         no key away.
 * Costs   a line, seldom two; 11 to 22 bytes a number. */
#include "support/support.h"

enum { LEAST = 32, LINE_BYTES = 64 };

void lookup_init(struct lookup *t, struct arena *a, uint32_t n)
{
	uint32_t entries = LEAST;
	while (entries / 4 * 3 <= n)
		entries *= 2;
	char *p = arena_alloc(a, entries * sizeof *t->entry + LINE_BYTES);
	p += LINE_BYTES - (uintptr_t)p % LINE_BYTES;
	t->entry = memset(p, 0, entries * sizeof *t->entry);
	t->nentries = entries;
	t->n = t->end = 0;
}

void lookup_spread(struct lookup *t, struct arena *a, uint32_t (*near)(void *ctx, uint32_t number),
        void *ctx)
{
	const struct lookup old = *t;
	lookup_init(t, a, old.n);
	for (uint32_t k = 0; k < old.nentries; k++) {
		const struct lookup_entry x = old.entry[k];
		uint32_t i = 0;
		if (!x.number)
			continue;
		struct lookup_key key = {near(ctx, x.number - 1), x.hash};
		struct lookup_entry *entry = lookup_slot(t, key, 0);
		while (entry->number)
			entry = lookup_next(t, key, &i, entry);
		*entry = x;
	}
	t->n = old.n;
	t->end = old.end;
	if (old.entry)
		arena_give_back(a, old.entry, old.nentries * sizeof *old.entry);
}

void lookup_grow(struct lookup *t, struct arena *a,
        bool (*key)(void *ctx, uint32_t number, struct lookup_key *k), void *ctx)
{
	struct lookup old = *t;
	struct lookup_key k;
	lookup_init(t, a, t->n);
	for (uint32_t number = 0; number < old.end; number++) {
		uint32_t i = 0;
		if (!key(ctx, number, &k))
			continue;
		struct lookup_entry *entry = lookup_slot(t, k, 0);
		while (entry->number)
			entry = lookup_next(t, k, &i, entry);
		lookup_add(t, entry, k, number);
	}
	if (old.entry)
		arena_give_back(a, old.entry, old.nentries * sizeof *old.entry);
}
