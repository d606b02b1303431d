/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/strtab.c: equal strings are one pointer. */
#include "support/support.h"

static struct lookup_key key_of(const char *s, size_t n)
{
	uint64_t h = n, x = 0;
	for (; n >= 8; n -= 8, s += 8) {
		memcpy(&x, s, 8);
		h = hash_mix(h, x);
	}
	x = 0;
	memcpy(&x, s, n);
	h = hash_mix(h, x);
	return (struct lookup_key){(uint32_t)h, (uint32_t)(h >> 32)};
}

static bool key_of_number(void *ctx, uint32_t number, struct lookup_key *k)
{
	const char *s = ((const struct strtab *)ctx)->all.at[number];
	*k = key_of(s, strlen(s));
	return true;
}

/* The entry of the string, or the free one where it belongs. */
static struct lookup_entry *find(const struct strtab *t, struct lookup_key k, const char *s,
        size_t n)
{
	struct lookup_entry *entry;
	for (uint32_t i = 0; (entry = lookup_slot(&t->lookup, k, i))->number; i++) {
		const char *has = t->all.at[entry->number - 1];
		if (entry->hash == k.hash && !strncmp(has, s, n) && !has[n])
			break;
	}
	return entry;
}

const char *strtab_intern(struct strtab *t, const char *s, size_t n)
{
	lookup_room(&t->lookup, t->arena, key_of_number, t);
	struct lookup_key k = key_of(s, n);
	struct lookup_entry *entry = find(t, k, s, n);
	if (!entry->number) {
		VEC_PUSH(t->arena, &t->all, arena_strndup(t->arena, s, n));
		lookup_add(&t->lookup, entry, k, t->all.n - 1);
	}
	return t->all.at[entry->number - 1];
}

const char *strtab_str(struct strtab *t, const char *s)
{
	return strtab_intern(t, s, strlen(s));
}

const char *strtab_find(const struct strtab *t, const char *s, size_t n)
{
	if (!t->all.n)
		return NULL;
	uint32_t number = find(t, key_of(s, n), s, n)->number;
	return number ? t->all.at[number - 1] : NULL;
}
