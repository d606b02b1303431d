/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/lex/symbol.c: the spellings of names, numbered.  Open addressing, at most half full. */
#include "frontend/internal.h"

static const char *const keywords[] = {
        "",
#define KEYWORD(name, text) text,
#include "frontend/lex/keywords.def"
};

static void grow(struct symtab *t)
{
	t->nslots = t->nslots ? 2 * t->nslots : 1024;
	t->slot = ARENA_NEWN(t->arena, uint32_t, t->nslots);
	for (uint32_t i = 0; i < t->at.n; i++) {
		uint32_t h = t->at.at[i].hash & (t->nslots - 1);
		while (t->slot[h])
			h = (h + 1) & (t->nslots - 1);
		t->slot[h] = i + 1;
	}
}

/* The number of the name whose hash this is. */
uint32_t frontend_symbol_hashed(struct symtab *t, const char *s, size_t n, uint32_t hash)
{
	hash ^= hash >> 15;
	if (2 * t->at.n >= t->nslots)
		grow(t);
	uint32_t h = hash & (t->nslots - 1);
	for (; t->slot[h]; h = (h + 1) & (t->nslots - 1)) {
		const struct symbol *k = &t->at.at[t->slot[h] - 1];
		if (k->hash == hash && !strncmp(k->name, s, n) && !k->name[n])
			return t->slot[h] - 1;
	}
	struct symbol k = {.name = strtab_intern(t->strings, s, n), .hash = hash};
	VEC_PUSH(t->arena, &t->at, k);
	return (t->slot[h] = t->at.n) - 1;
}

uint32_t frontend_symbol_of(struct symtab *t, const char *s, size_t n)
{
	uint32_t h = 2166136261u;
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return frontend_symbol_hashed(t, s, n, h);
}

/* Make the keywords known, before any text is read. */
void frontend_symbol_start(struct symtab *t)
{
	for (unsigned i = 1; i < sizeof keywords / sizeof *keywords; i++) {
		uint32_t sym = frontend_symbol_of(t, keywords[i], strlen(keywords[i]));
		t->at.at[sym].keyword = (uint8_t)i;
	}
}
