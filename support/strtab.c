/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/strtab.c: equal strings are one pointer.  Open addressing, at most half full; the order
 * of slots is never seen. */
#include "support/support.h"

static uint64_t hash(const char *s, size_t n)
{
	uint64_t h = n;
	for (; n >= 8; n -= 8, s += 8) {
		uint64_t x;
		memcpy(&x, s, 8);
		h = hash_mix(h, x);
	}
	uint64_t x = 0;
	memcpy(&x, s, n);
	return hash_mix(h, x);
}

/* Return the slot that holds the string or the free one where it belongs. */
static const char **find(const struct strtab *t, const char *s, size_t n)
{
	uint32_t i = (uint32_t)hash(s, n) & (t->cap - 1);
	while (t->slot[i] && (strncmp(t->slot[i], s, n) != 0 || t->slot[i][n]))
		i = (i + 1) & (t->cap - 1);
	return &t->slot[i];
}

static void grow(struct strtab *t)
{
	struct strtab old = *t;
	t->cap = old.cap ? 2 * old.cap : 64;
	t->slot = ARENA_NEWN(t->arena, const char *, t->cap);
	for (uint32_t i = 0; i < old.cap; i++) {
		if (!old.slot[i])
			continue;
		uint32_t k = (uint32_t)hash(old.slot[i], strlen(old.slot[i]));
		while (t->slot[k & (t->cap - 1)]) /* none of them is equal */
			k++;
		t->slot[k & (t->cap - 1)] = old.slot[i];
	}
	arena_give_back(t->arena, old.slot, old.cap * sizeof *old.slot);
}

const char *strtab_intern(struct strtab *t, const char *s, size_t n)
{
	if (2 * t->n >= t->cap)
		grow(t);
	const char **slot = find(t, s, n);
	if (!*slot) {
		*slot = arena_strndup(t->arena, s, n);
		t->n++;
	}
	return *slot;
}

const char *strtab_str(struct strtab *t, const char *s)
{
	return strtab_intern(t, s, strlen(s));
}

const char *strtab_find(const struct strtab *t, const char *s, size_t n)
{
	return t->cap ? *find(t, s, n) : NULL;
}
